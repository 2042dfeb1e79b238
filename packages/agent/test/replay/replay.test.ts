import {
  callToolOf,
  memoryJournal,
  ProviderError,
  type Answer,
  type Budget,
  type Extension,
  type Gate,
  type ModelEvent,
  type Redactor,
  type Tool,
} from "@skein/protocol";
import { withRetries } from "@skein/provider-kit";
import { scriptedModel } from "@skein/provider-replay";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { call, pause, text, tool } from "../tools.ts";
import { record, replay, sameAs } from "./record.ts";

describe("a replayed session makes the same requests", () => {
  it("of a plain conversation of several runs", async () => {
    const recording = await record(
      { model: scriptedModel([[text("one")], [text("two")]]), system: "You are brief." },
      async (agent) => {
        await agent.run("first").result;
        await agent.run("second").result;
      },
    );
    expect(await replay(recording)).toMatchObject({ runs: 2, ...sameAs(recording) });
  });

  it("with parallel tools, failures and broken calls", async () => {
    let ran = 0;
    const act = tool("act", async (_, { signal }) => {
      ran += 1;
      await pause(ran % 2 === 0 ? 1 : 10, signal);
      return `result ${ran}`;
    });
    const fail = tool("fail", () => ({ kind: "failed", message: "No.", hint: "Try again." }));
    const crash = tool("crash", () => Promise.reject(new Error("broke")));
    const strict = tool("strict", () => "", {
      check: () => ({ ok: false, issues: ["/n: expected a number"] }),
    });
    const slow = tool("slow", (_, { signal }) => pause(5_000, signal).then(() => ""), { timeoutMs: 5 });
    const broken = { type: "tool-call", id: "g", name: "act", raw: "{", problem: "cut-off" } as const;
    const model = scriptedModel([
      [call("a", "act"), call("b", "act"), call("c", "fail"), call("d", "crash")],
      [call("e", "strict", { n: "x" }), call("f", "unknown"), broken, call("h", "slow"), call("a", "act")],
      [text("done")],
    ]);
    const recording = await record(
      { model, extensions: [act, fail, crash, strict, slow] },
      (agent) => agent.run("go").result,
    );
    const before = ran;
    const again = await replay(recording);
    expect(again).toMatchObject(sameAs(recording));
    expect(again.requests).toBe(3);
    expect(ran).toBe(before);
  });

  it("with calls that were denied, asked, edited and stopped", async () => {
    const act = tool("act", (input) => JSON.stringify(input), {
      effect: "runs",
      check: (value) =>
        JSON.stringify(value).includes("bad")
          ? { ok: false, issues: ["/n: must not be bad"] }
          : { ok: true, value },
    });
    const gate: Gate = {
      decide: ({ input }) =>
        JSON.stringify(input).includes("evil")
          ? { verdict: "deny", by: "rule", reason: "Evil." }
          : { verdict: "ask", by: "rule", reason: "Everything is asked." },
    };
    const answers: Answer[] = [
      { allow: "session" },
      { deny: "Not this." },
      { allow: "once", input: { n: 5 } },
      { allow: "once", input: { n: "evil" } },
      { allow: "once", input: { n: "bad" } },
      { deny: "Stop it all.", stop: true },
    ];
    const model = scriptedModel([
      ["a", "b", "c", "d", "e"].map((id, n) => call(id, "act", { n })),
      [call("f", "act", { n: "evil" })],
      [call("g", "act"), call("h", "act")],
    ]);
    const parts = { model, extensions: [act], gate, ask: async () => answers.shift()! };
    const recording = await record(parts, (agent) => agent.run("go").result);
    expect(recording.entries.at(-1)).toMatchObject({ kind: "outcome", outcome: "denied" });
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("with unanswered questions", async () => {
    const act = tool("act", () => "ok", { effect: "runs" });
    const script = [[call("a", "act"), call("b", "act")]];
    const nobody = await record(
      { model: scriptedModel(script), extensions: [act] },
      (agent) => agent.run("go").result,
    );
    expect(await replay(nobody)).toMatchObject(sameAs(nobody));
    const ask = () => Promise.reject(new Error("The terminal is gone"));
    const one = [[call("a", "act")]];
    const away = await record(
      { model: scriptedModel(one), extensions: [act], ask },
      (agent) => agent.run("go").result,
    );
    expect(away.entries.at(-1)).toMatchObject({ kind: "outcome", error: { code: "unanswered" } });
    expect(await replay(away)).toMatchObject(sameAs(away));
    const interrupted = await record(
      { model: scriptedModel(script), extensions: [act], ask: "handle" },
      async (agent) => {
        const run = agent.run("go");
        for await (const event of run) if (event.type === "question") run.interrupt("Enough.");
      },
    );
    expect(interrupted.entries.at(-1)).toMatchObject({ kind: "outcome", outcome: "cancelled" });
    expect(await replay(interrupted)).toMatchObject(sameAs(interrupted));
  });

  it("with questions that were answered later, between runs and by a run that asked again", async () => {
    const act = tool("act", () => "ok", { effect: "runs" });
    const look = tool("look", () => "seen");
    const calls = [call("a", "act", { n: 1 }), call("x", "look"), call("b", "act", { n: 2 })];
    const model = scriptedModel([[...calls, call("c", "act", { n: 1 })], [text("done")]]);
    const journal = memoryJournal();
    const parts = { model, extensions: [act, look] };
    await record(parts, (agent) => agent.run("go").result, journal);
    const recording = await record(
      { ...parts, ask: async () => ({ deny: "No." }) },
      async (agent) => {
        const [first] = await agent.openQuestions();
        await agent.answer(first!.id, { allow: "session" });
        expect((await agent.run().result).outcome).toBe("done");
      },
      journal,
    );
    const again = await replay(recording);
    expect(again).toMatchObject(sameAs(recording));
    expect(again.requests).toBe(2);
  });

  it("with messages that came while it was busy, and a new mode and model", async () => {
    const look = tool("look", () => "ok");
    const model = scriptedModel([
      [call("a", "look")],
      [call("b", "look")],
      [text("first")],
      [text("second")],
      [text("third")],
    ]);
    const other = { ...model, id: "other", stream: model.stream.bind(model) };
    const recording = await record({ model, extensions: [look] }, async (agent) => {
      const run = agent.run("go");
      let turns = 0;
      for await (const event of run) {
        if (event.type !== "tool-start") continue;
        turns += 1;
        await Promise.all([run.queue(`queued ${turns}`), run.steer(`steered ${turns}`)]);
        if (turns === 1) await run.setMode("careful");
        else await run.setModel(other);
      }
      await agent.run("later").result;
    });
    expect(recording.entries.filter((entry) => entry.kind === "queued")).toHaveLength(4);
    const again = await replay(recording);
    expect(again).toMatchObject(sameAs(recording));
    expect(again.requests).toBe(6);
  });

  it("with an effort that was changed at any time: while a reply streams, a tool runs, a request is prepared", async () => {
    const efforts = [undefined, "none", "low", "high", "max"] as const;
    const changes = fc.array(
      fc.record({
        at: fc.constantFrom("turn-start", "text-delta", "tool-start", "tool-end", "turn-end"),
        to: fc.constantFrom(...efforts),
        steers: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    );
    await checkProperty(
      fc.asyncProperty(changes, async (planned) => {
        const turns = [[text("I look."), call("a", "look")], [call("b", "look")], [text("done")]];
        const model = scriptedModel([...turns, [text("more")], [text("more")], [text("more")]]);
        const left = [...planned];
        const look = tool("look", () => "ok");
        const recording = await record(
          { model, extensions: [look], options: { effort: "low" } },
          async (agent) => {
            const run = agent.run("go");
            for await (const { type } of run) {
              if (left[0]?.at !== type) continue;
              const { to, steers } = left.shift()!;
              if (steers) void run.steer("more").catch(() => undefined);
              void run.setEffort(to).catch(() => undefined);
            }
            await agent.run("later").result;
          },
        );
        expect(await replay(recording)).toMatchObject(sameAs(recording));
      }),
      { numRuns: 30 },
    );
  });

  it("with replies that failed, were cut off and restarted", async () => {
    const started: ModelEvent[] = [
      { type: "message-start", modelId: "m", requestId: "r1" },
      { type: "part-start", part: 0, kind: "text" },
      { type: "text-delta", part: 0, delta: "Hal" },
    ];
    const breaks = new ProviderError("network", "The line broke.", { provider: "replay", retryable: true });
    const busy = new ProviderError("overloaded", "Busy.", { provider: "replay", retryable: true });
    const model = withRetries(
      scriptedModel([
        busy,
        { events: started, error: breaks },
        [call("a", "look")],
        { events: started, error: breaks },
        busy,
        busy,
        { events: started, error: breaks },
        [text("resumed")],
      ]),
      { clock: { sleep: () => Promise.resolve() } },
    );
    const recording = await record({ model, extensions: [tool("look", () => "ok")] }, async (agent) => {
      expect((await agent.run("go").result).outcome).toBe("provider");
      expect((await agent.run("go on").result).outcome).toBe("done");
    });
    const partial = recording.entries.filter(
      (entry) => entry.kind === "assistant-message" && entry.partial !== undefined,
    );
    expect(partial.length).toBeGreaterThan(2);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("when it was interrupted while a model answered, and while tools ran", async () => {
    const hang = tool("hang", async (_, { signal, progress }) => {
      progress("half");
      await pause(10_000, signal);
      return "";
    });
    const wait = tool("wait", () => "", { resources: () => ["hands"] });
    const model = scriptedModel([
      [call("a", "hang"), call("b", "look"), call("c", "wait"), call("d", "wait")],
      [text("x".repeat(200))],
      [text("end")],
    ]);
    const extensions = [{ ...hang, resources: () => ["hands"] }, wait, tool("look", () => "ok")];
    const recording = await record({ model, extensions }, async (agent) => {
      const tools = agent.run("tools");
      for await (const event of tools) if (event.type === "tool-end") tools.interrupt();
      const reply = agent.run("reply");
      for await (const event of reply) if (event.type === "text-delta") reply.interrupt("That will do.");
      await agent.run("on").result;
    });
    const outcomes = recording.entries.flatMap((entry) => (entry.kind === "outcome" ? [entry.outcome] : []));
    expect(outcomes).toEqual(["cancelled", "cancelled", "done"]);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("when limits and the budget ended it", async () => {
    const look = tool("look", () => "ok");
    const calls = [call("a", "look"), call("b", "look")].map((one) => [one]);
    const turns = await record(
      { model: scriptedModel(calls), extensions: [look], limits: { maxTurns: 2 } },
      (agent) => agent.run("go").result,
    );
    const same = await record(
      { model: scriptedModel(calls), extensions: [look], limits: { maxRepetitions: 1 } },
      (agent) => agent.run("go").result,
    );
    const hang = tool("look", (_, { signal }) => pause(10_000, signal).then(() => ""));
    const time = await record(
      { model: scriptedModel(calls), extensions: [hang], limits: { maxTimeMs: 20 } },
      (agent) => agent.run("go").result,
    );
    let left = 1;
    const budget: Budget = {
      reserve: () =>
        Promise.resolve(
          left-- > 0
            ? { outputTokens: 100, grow: () => true, settle: () => [] }
            : { refused: { code: "budget", message: "The budget is used up." } },
        ),
      status: () => [],
    };
    const spent = await record(
      { model: scriptedModel(calls), extensions: [look], budget },
      (agent) => agent.run("go").result,
    );
    const ends = [turns, same, time, spent].map(({ entries }) => entries.at(-1));
    expect(ends).toMatchObject([
      { error: { code: "max-turns" } },
      { error: { code: "max-repetitions" } },
      { error: { code: "max-time" } },
      { outcome: "budget" },
    ]);
    for (const recording of [turns, same, time, spent])
      expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("with a structured output, refused first", async () => {
    const output = z.object({ celsius: z.number() });
    const model = scriptedModel([
      [text("It is warm.")],
      [call("a", "final_output", { celsius: "warm" }), call("b", "look")],
      [call("c", "final_output", "nothing")],
      [call("d", "final_output", { celsius: 20 })],
    ]);
    const parts = { model, extensions: [tool("look", () => "ok")], output };
    const recording = await record(parts, (agent) => agent.run("Weather?").result);
    expect(recording.entries.at(-1)).toMatchObject({ outcome: "done", output: { celsius: 20 } });
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("with tools that changed, of two extensions", async () => {
    const tools: Tool[] = [tool("first", () => (tools.push(tool("second", () => "2")), changed(), "1"))];
    let changed = (): void => undefined;
    const growing: Extension = {
      name: "growing",
      instructions: "It grows.",
      tools: async () => [...tools],
      onChange(listener) {
        changed = listener;
        return () => undefined;
      },
      status: () => ({ state: "ready" }),
      callTool: (name, input, context) => callToolOf(tools, name, input, context),
      close: async () => undefined,
    };
    const model = scriptedModel([
      [call("a", "first"), call("b", "other")],
      [call("c", "second")],
      [text("done")],
    ]);
    const extensions = [tool("other", () => "o"), growing];
    const recording = await record({ model, extensions }, (agent) => agent.run("go").result);
    expect(recording.entries.filter((entry) => entry.kind === "context")).toHaveLength(2);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("after a rewind, and with a name that a model gave", async () => {
    const namer = scriptedModel([[text("  **A walk**\nmore")]]);
    const model = scriptedModel([[text("one")], [text("two")], [text("three")]]);
    const recording = await record({ model, namer }, async (agent) => {
      await agent.run("1").result;
      await agent.run("2").result;
      await agent.record({ kind: "rewind", to: 9 });
      await agent.record({ kind: "notice", audience: "model", level: "info", text: "The files changed." });
      await agent.run("3").result;
    });
    expect(recording.entries.some((entry) => entry.kind === "name")).toBe(true);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("with a name from the task, and one that a model gave later", async () => {
    const namer = scriptedModel([[text("A walk")]]);
    const model = scriptedModel([[text("one")], [text("two")]]);
    const recording = await record({ model, namer, nameFromTask: true }, async (agent) => {
      await agent.run("go for a walk").result;
      await agent.run("2").result;
    });
    const names = recording.entries.filter((entry) => entry.kind === "name");
    expect(names.map(({ by }) => by)).toEqual(["task", "model"]);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("with a name that a model was asked for and failed to give", async () => {
    const namer = scriptedModel([new ProviderError("auth", "No.", { provider: "replay", retryable: false })]);
    const recording = await record({ model: scriptedModel([[text("one")]]), namer }, (agent) => {
      return agent.run("1").result;
    });
    expect(recording.entries.filter((entry) => entry.kind === "model-result" && entry.error)).toHaveLength(1);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("with checkpoints and files left by calls", async () => {
    const artifact = { path: "/tmp/output.txt", mediaType: "text/plain", bytes: 3 };
    const act = tool("act", () => ({ content: [{ type: "text", text: "ok" }], artifacts: [artifact] }));
    const checkpoints = {
      before: async () => ({ snapshot: "abc", root: "/project" }),
      after: async () => ({ snapshot: "def", root: "/project" }),
    };
    const model = scriptedModel([[call("a", "act")], [text("done")]]);
    const recording = await record(
      { model, extensions: [act], checkpoints },
      (agent) => agent.run("go").result,
    );
    expect(recording.entries.some((entry) => entry.kind === "checkpoint")).toBe(true);
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("without input, resuming what was left open", async () => {
    const broken = new ProviderError("network", "Gone.", { provider: "replay", retryable: true });
    const begun: ModelEvent[] = [
      { type: "message-start", modelId: "m" },
      { type: "part-start", part: 0, kind: "text" },
      { type: "text-delta", part: 0, delta: "Half" },
    ];
    const model = scriptedModel([{ events: begun, error: broken }, [text(" and half.")]]);
    const recording = await record({ model }, async (agent) => {
      await agent.run("go").result;
      expect((await agent.run().result).outcome).toBe("done");
      expect((await agent.run().result).outcome).toBe("not-started");
    });
    expect(await replay(recording)).toMatchObject({ runs: 3, ...sameAs(recording) });
  });

  it("with secrets kept out of it", async () => {
    const redactor: Redactor = {
      redact: (words) => words.replaceAll("hunter2", "<PW>"),
      restore: (words) => words.replaceAll("<PW>", "hunter2"),
      stream: () => ({ push: (piece) => piece, end: () => "" }),
    };
    const inputs: unknown[] = [];
    const act = tool("act", (input) => (inputs.push(input), "It is hunter2."), {
      resources: () => ["hunter2"],
    });
    const model = scriptedModel([[call("a", "act", { word: "<PW>" })], [text("done")]]);
    const parts = {
      model,
      extensions: [act],
      redactor,
      system: "The word is hunter2.",
      dynamicContext: () => [{ name: "word", text: "hunter2" }],
    };
    const recording = await record(parts, (agent) => agent.run("Say hunter2.").result);
    expect(inputs).toEqual([{ word: "hunter2" }]);
    expect(JSON.stringify(recording.entries)).not.toContain("hunter2");
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  });

  it("that was forked from another", async () => {
    const model = scriptedModel([[text("one")], [text("two")]]);
    const { entries, blob } = await record({ model, name: "First" }, async (agent) => {
      await agent.run("1").result;
      await agent.run("2").result;
    });
    const forked = entries.map((entry) =>
      entry.kind === "session-start" ? { ...entry, id: "fork", parent: { session: "s", seq: 8 } } : entry,
    );
    expect(await replay({ entries: forked, blob })).toMatchObject(sameAs({ entries, blob }));
  });
});
