import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError, type AgentEvent, type JsonValue } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { subagents } from "../../src/subagents/index.ts";
import { call, entriesOf, harness, latch, said, spawn, textsIn, tool, usage } from "./harness.ts";

describe("a call of subagent", () => {
  it("runs a child on its instructions and returns its last message, without a question", async () => {
    const { parent, specs, journal } = harness();
    const { agent, model } = parent([spawn({ instructions: "count the files" }), said("Three.")]);
    expect(await agent.run("go").result).toMatchObject({ outcome: "done", text: "Three." });
    expect(textsIn(model.requests[1]?.messages)).toEqual(["go", "did: count the files"]);
    expect(specs).toEqual([
      {
        session: "child-1",
        callId: "call-1",
        name: "count the files",
        task: "count the files",
        depth: 1,
        maxTurns: 25,
        system: expect.stringContaining("You are a subagent") as string,
      },
    ]);
    expect(await entriesOf(journal, "parent")).toContainEqual(
      expect.objectContaining({
        kind: "child",
        session: "child-1",
        callId: "call-1",
        rights: { depth: 1, maxTurns: 25 },
      }),
    );
    await agent.close();
  });

  it("counts what children use as used by the parent's run", async () => {
    const { parent } = harness();
    const { agent } = parent([spawn({ instructions: "a" }, { instructions: "b" }), said("Both.")]);
    expect(await agent.run("go").result).toMatchObject({
      turns: 2,
      usage: { input: 8, output: 4 },
      costUsd: 12,
    });
    await agent.close();
  });

  it("tells the child's events under the path of the call", async () => {
    const { parent } = harness();
    const { agent } = parent([spawn({ instructions: "a" }), said("Done.")]);
    const events: AgentEvent[] = [];
    for await (const event of agent.run("go")) events.push(event);
    const own = events.filter(({ session }) => session === "child-1");
    expect(own.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["run-start", "text-delta", "outcome"]),
    );
    expect(new Set(own.map(({ path }) => path.join()))).toEqual(new Set(["call-1"]));
    await agent.close();
  });

  it("returns the whole conversation without summary", async () => {
    const look = tool("look", async () => "a.txt");
    const { parent } = harness({
      childTools: [look],
      child: (_task, _request, count) => (count === 0 ? [call("x", "look", { at: "." })] : said("One file.")),
    });
    const { agent, model } = parent([spawn({ instructions: "look around", summary: false }), said("Done.")]);
    await agent.run("go").result;
    expect(textsIn(model.requests[1]?.messages)[1]).toBe(
      '# Task\nlook around\n\n# Subagent\nlook {"at":"."}\n\n# Result of look\na.txt\n\n# Subagent\nOne file.',
    );
    await agent.close();
  });

  it("keeps a long result in a file of the call", async () => {
    const folder = await mkdtemp(join(tmpdir(), "skein-subagents-"));
    const long = Array.from({ length: 9_000 }, (_, at) => `line ${at}`).join("\n");
    const { parent } = harness({ child: () => said(long) });
    const { agent, model } = parent([spawn({ instructions: "a" }), said("Done.")], {
      callFolder: (_, callId) => join(folder, callId),
    });
    await agent.run("go").result;
    const result = textsIn(model.requests[1]?.messages)[1] ?? "";
    const file = join(folder, "call-1", "subagent.txt");
    expect(result).toContain(file);
    expect(result.length).toBeLessThan(40_000);
    expect(await readFile(file, "utf8")).toBe(long);
    await agent.close();
    await rm(folder, { recursive: true });
  });

  it("returns JSON in one line when a schema is given", async () => {
    const output_schema = {
      type: "object",
      properties: { count: { type: "integer" } },
      required: ["count"],
      additionalProperties: false,
    };
    const { parent, specs } = harness({
      child: (_task, _request, count) => [
        call(`o${count}`, "final_output", { count: count === 0 ? "no" : 3 }),
      ],
    });
    const { agent, model } = parent([spawn({ instructions: "count", output_schema }), said("Done.")]);
    await agent.run("go").result;
    expect(textsIn(model.requests[1]?.messages)[1]).toBe('{"count":3}');
    expect(specs[0]?.outputSchema).toEqual(output_schema);
    await agent.close();
  });

  it("passes on settings, and extensions that the parent has", async () => {
    const { parent, specs } = harness({ extensions: ["developer", "todo"] });
    const settings = { provider: "p", model: "m", max_turns: 3, temperature: 0.5 };
    const { agent, model } = parent([
      spawn(
        { instructions: "a", settings, extensions: ["todo"] },
        { instructions: "b", extensions: ["web"] },
      ),
      said("Done."),
    ]);
    await agent.run("go").result;
    expect(specs).toMatchObject([
      { provider: "p", model: "m", maxTurns: 3, temperature: 0.5, extensions: ["todo"] },
    ]);
    expect(textsIn(model.requests[1]?.messages)[2]).toBe(
      "There is no extension web. There are: developer, todo.\nName only these, or leave extensions out.",
    );
    await agent.close();
  });

  it.each([
    [{}, "/instructions: missing: say what is to be done"],
    [{ instructions: " " }, "/instructions: missing: say what is to be done"],
    [{ instructions: "a", parameters: {} }, "/parameters: unknown field"],
    [{ instructions: "a", settings: { max_turns: 900 } }, "/settings/max_turns: expected 1 to 200"],
    [{ instructions: "a", settings: { effort: "low" } }, "/settings/effort: unknown field"],
    [{ instructions: "a", extensions: [7] }, "/extensions/0: expected string, received number"],
    [{ instructions: "a", agent: "stranger" }, "/agent: unknown field"],
  ] satisfies [JsonValue, string][])("is told what is wrong with %j", async (input, issue) => {
    const { parent, specs } = harness();
    const { agent, model } = parent([spawn(input), said("Done.")]);
    await agent.run("go").result;
    expect(textsIn(model.requests[1]?.messages)[1]).toContain(issue);
    expect(specs).toEqual([]);
    await agent.close();
  });

  it("takes null for what is left out", async () => {
    const { parent } = harness();
    const input = { instructions: "a", settings: { model: null }, extensions: null, output_schema: null };
    const { agent, model } = parent([spawn(input), said("Done.")]);
    await agent.run("go").result;
    expect(textsIn(model.requests[1]?.messages)[1]).toBe("did: a");
    await agent.close();
  });
});

describe("a child that does not finish", () => {
  it("leaves its last words, its session and a way on when its turns are over", async () => {
    const { parent } = harness({
      limits: { maxTurns: 2 },
      childTools: [tool("step", async () => "ok")],
      child: (_task, _request, count) => ({
        content: [{ type: "text", text: `Step ${count}.` }, call(`s${count}`, "step", { count })],
        usage,
      }),
    });
    const { agent, model } = parent([spawn({ instructions: "walk" }), said("I see.")]);
    const { costUsd, outcome } = await agent.run("go").result;
    expect([outcome, costUsd]).toEqual(["done", 12]);
    const result = textsIn(model.requests[1]?.messages)[1] ?? "";
    expect(result).toContain('The subagent "walk" ended as limit after 2 turns: The limit of 2 turns');
    expect(result).toContain("Its last words:\nStep 1.");
    expect(result).toContain("session child-1");
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ content: [{ failure: "failed" }] });
    await agent.close();
  });

  it("ends at its time limit", async () => {
    const stuck = latch();
    const { parent, open } = harness({
      limits: { maxTimeMs: 1_000 },
      childTools: [tool("wait", async (_, { signal }) => (await stuck.pass(signal), ""))],
      child: () => [call("w", "wait")],
    });
    const { agent, model } = parent([spawn({ instructions: "wait" }), said("I see.")]);
    await agent.run("go").result;
    expect(textsIn(model.requests[1]?.messages)[1]).toContain("ended as limit after 1 turn: The time limit");
    expect(open.now).toBe(0);
    await agent.close();
  });

  it("says why it could not be opened", async () => {
    const error = new ConfigError("unknown-provider", "There is no provider x.", { hint: "Use y." });
    const { parent } = harness({ open: () => Promise.reject(error) });
    const { agent, model } = parent([spawn({ instructions: "a" }), said("I see.")]);
    expect((await agent.run("go").result).costUsd).toBe(6);
    expect(textsIn(model.requests[1]?.messages)[1]).toContain(
      "ended as not-started after 0 turns: There is no provider x. Use y.",
    );
    await agent.close();
  });

  it("is stopped with its call, and its agent is closed", async () => {
    const stuck = latch();
    const { parent, open, journal } = harness({
      childTools: [tool("wait", async (_, { signal }) => (await stuck.pass(signal), ""))],
      child: () => ({ content: [call("w", "wait")], usage }),
    });
    const { agent } = parent([spawn({ instructions: "wait" })]);
    const run = agent.run("go");
    await stuck.reached;
    run.interrupt();
    expect(await run.result).toMatchObject({ outcome: "cancelled", costUsd: 6 });
    await agent.close();
    expect(open.now).toBe(0);
    expect((await entriesOf(journal, "child-1")).at(-1)).toMatchObject({
      kind: "outcome",
      outcome: "cancelled",
    });
  });
});

describe("children of one reply", () => {
  it("run at once, up to maxParallel, and the others wait", async () => {
    const { parent, open } = harness({
      limits: { maxParallel: 3 },
      child: async (task) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return said(task);
      },
    });
    const tasks = Array.from({ length: 10 }, (_, at) => ({ instructions: `t${at}` }));
    const { agent, model } = parent([spawn(...tasks), said("Done.")]);
    const run = agent.run("go");
    let waited = "";
    for await (const event of run) if (event.type === "tool-progress") waited += event.text;
    await run.result;
    expect(open.most).toBe(3);
    expect(waited).toContain("Waiting for a place: 3 subagents are at work.");
    expect(textsIn(model.requests[1]?.messages).slice(1)).toEqual(
      tasks.map(({ instructions }) => instructions),
    );
    await agent.close();
  });
});

describe("depth", () => {
  it("goes on to maxDepth, where the tools are not offered", async () => {
    const { options } = harness();
    const toolsAt = async (depth: number, maxDepth?: number) => {
      const limits = { depth, ...(maxDepth === undefined ? {} : { maxDepth }) };
      const extension = subagents({ ...options(), limits });
      return [(await extension.tools()).map(({ name }) => name), extension.instructions === undefined];
    };
    expect(await toolsAt(0)).toEqual([["subagent", "subagent_control"], false]);
    expect(await toolsAt(1)).toEqual([["subagent", "subagent_control"], false]);
    expect(await toolsAt(2)).toEqual([[], true]);
    expect(await toolsAt(0, 0)).toEqual([[], true]);
  });

  it("grows by one with each child", async () => {
    const { parent, specs } = harness({ limits: { depth: 1 } });
    const { agent } = parent([spawn({ instructions: "a" }), said("Done.")]);
    await agent.run("go").result;
    expect(specs[0]?.depth).toBe(2);
    await agent.close();
  });
});

describe("limits that are none", () => {
  it.each([{ maxParallel: 0 }, { maxTurns: 1.5 }, { maxTimeMs: Infinity }, { depth: -1 }])("%j", (limits) => {
    const { options } = harness();
    expect(() => subagents({ ...options(), limits })).toThrow(
      expect.objectContaining({ code: "usage", hint: expect.stringContaining("whole number") as string }),
    );
  });
});

describe("the number of subagents of a tree", () => {
  it("has a limit: the next one fails with what to do, and starts nothing", async () => {
    const started = { count: 0 };
    const { parent, specs } = harness({ limits: { maxInAll: 2 }, started });
    const { agent, model } = parent([
      spawn({ instructions: "a" }, { instructions: "b" }, { instructions: "c" }),
      said("Two of them."),
    ]);
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(specs.map(({ task }) => task)).toEqual(["a", "b"]);
    expect(started.count).toBe(2);
    expect(textsIn(model.requests[1]?.messages).at(-1)).toBe(
      "No more subagents can be started: this session and its subagents have started 2, which is the limit.\nDo the task yourself.",
    );
    await agent.close();
  });

  it.each([
    [0, 1],
    [1, 1],
    [2, 0],
  ])("counts those that others of the tree have started: %d", async (count, free) => {
    const started = { count };
    const { parent, specs } = harness({ limits: { maxInAll: 2 }, started });
    const { agent } = parent([spawn({ instructions: "a" }), said("Done.")]);
    await agent.run("go").result;
    expect(specs).toHaveLength(free);
    await agent.close();
  });

  it("is counted by each agent for itself where no one shares it", async () => {
    const { parent, specs } = harness({ limits: { maxInAll: 1 } });
    for (const round of ["a", "b"]) {
      const { agent } = parent(
        [spawn({ instructions: round }, { instructions: `${round}2` }), said("Done.")],
        {
          session: round,
        },
      );
      await agent.run("go").result;
      await agent.close();
    }
    expect(specs.map(({ task }) => task)).toEqual(["a", "b"]);
  });
});
