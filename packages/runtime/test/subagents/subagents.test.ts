import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Entry, Extension, JsonObject, Question } from "@skein/protocol";
import { collect, processesWith, temporaryFolder, uniqueSeconds } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import type { AgentSettings, Runtime } from "../../src/index.ts";
import { call, family, said, start, type Say } from "./set-up.ts";

const childrenOf = async (runtime: Runtime, session: string): Promise<readonly Entry[][]> => {
  const entries = await collect(runtime.sessions.entries(session));
  const sessions = entries.flatMap((entry) => (entry.kind === "child" ? [entry.session] : []));
  return Promise.all(sessions.map((child) => collect(runtime.sessions.entries(child))));
};

const ofKind = <Kind extends Entry["kind"]>(entries: readonly Entry[], kind: Kind) =>
  entries.filter((entry): entry is Extract<Entry, { kind: Kind }> => entry.kind === kind);

describe("subagents of a runtime's agent", () => {
  it("work at the same time, each in a session of its own that says who has started it", async () => {
    await using folder = await temporaryFolder();
    let asked = 0;
    const both = Promise.withResolvers<void>();
    const { runtime, settings } = family(folder.path, async ({ task, heard, isChild }) => {
      if (!isChild) return heard.length === 0 ? start("left", "right") : said(heard.join(" and "));
      if (++asked === 2) both.resolve();
      await both.promise; // neither is answered before both have asked
      return said(`${task} is done`);
    });
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    const result = await agent.run("go").result;
    expect(result).toMatchObject({ outcome: "done", text: "left is done and right is done" });
    // Two replies of the parent, one of each child, two dollars each.
    expect(result.costUsd).toBe(8);
    expect(result.usage).toMatchObject({ input: 4_000_000, output: 4_000_000 });
    const children = await childrenOf(runtime, agent.session);
    expect(children.map((entries) => ofKind(entries, "session-start")[0]?.child)).toEqual([
      { session: agent.session, callId: "start-0" },
      { session: agent.session, callId: "start-1" },
    ]);
    const [left] = children.map((entries) => ofKind(entries, "session-start")[0]?.id);
    const fork = await runtime.sessions.fork(left ?? "");
    expect((await collect(runtime.sessions.entries(fork)))[0]).not.toHaveProperty("child");
  });

  it("that are a sequential subrecipe's never do", async () => {
    await using folder = await temporaryFolder();
    let [now, most] = [0, 0];
    const { runtime, settings } = family(folder.path, async ({ heard, isChild }) => {
      if (!isChild) {
        return heard.length === 0
          ? [1, 2, 3].map((id) => call(`call-${id}`, "subagent", { subrecipe: "step" }))
          : said(heard.join());
      }
      most = Math.max(most, ++now);
      await sleep(5);
      now -= 1;
      return said("stepped");
    });
    await using _ = runtime;
    const subrecipe = {
      name: "step",
      description: "A step.",
      sequential: true,
      parameters: [],
      fixed: {},
      plan: async () => ({ task: "Step." }),
    };
    const { agent } = await runtime.open({ ...settings, subagents: { subrecipes: [subrecipe] } });
    expect((await agent.run("go").result).text).toBe("stepped,stepped,stepped");
    expect(most).toBe(1);
  });

  it("may have subagents of their own, and these have none", async () => {
    await using folder = await temporaryFolder();
    const offered: string[] = [];
    const { runtime, settings } = family(folder.path, ({ task, heard, request }) => {
      offered.push(`${task}: ${request.tools.some(({ name }) => name === "subagent") ? "may" : "may not"}`);
      if (task === "go" && heard.length === 0) return start("one");
      if (task === "one" && heard.length === 0) return start("two");
      return said(task);
    });
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    const result = await agent.run("go").result;
    expect(offered).toEqual(["go: may", "one: may", "two: may not", "one: may", "go: may"]);
    expect(result.costUsd).toBe(10);
  });

  it("know the project and the user's words, not what their parent alone was told", async () => {
    await using folder = await temporaryFolder();
    const told: string[] = [];
    const { runtime, settings } = family(folder.path, ({ heard, isChild, request }) => {
      if (isChild) told.push(request.system);
      return !isChild && heard.length === 0 ? start("look") : said("ok");
    });
    await using _ = runtime;
    const { agent } = await runtime.open({
      ...settings,
      system: "Answer in French.",
      instructions: "You review pull requests.",
      hints: [{ path: "AGENTS.md", text: "Tabs, not spaces.", from: "project", isClipped: false }],
    });
    await agent.run("go").result;
    expect(told).toHaveLength(1);
    expect(told[0]).toContain("Answer in French.");
    expect(told[0]).toContain("Tabs, not spaces.");
    expect(told[0]).not.toContain("pull requests");
  });

  it("take the model of the call, or say why they cannot", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings, models } = family(folder.path, ({ heard, isChild }) => {
      if (isChild) return said("small words");
      if (heard.length > 0) return said(heard.join("\n"));
      return [
        call("a", "subagent", {
          instructions: "a",
          settings: { model: "small", temperature: 0.5, max_turns: 3 },
        }),
        call("b", "subagent", { instructions: "b", settings: { provider: "missing", model: "m" } }),
        call("c", "subagent", { instructions: "c", settings: { provider: "missing" } }),
        call("d", "subagent", { instructions: "d", extensions: ["nothing"] }),
      ];
    });
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, limits: { maxTurns: 2 } });
    const { text } = await agent.run("go").result;
    expect(text).toContain("small words");
    expect(text).toMatch(/missing.*scripted/s);
    expect(text).toContain("Which model of missing?");
    expect(text).toContain("There is no extension nothing. There are: developer, recall, subagents, todo.");
    expect(models.get("small")?.requests[0]?.options).toMatchObject({ temperature: 0.5 });
    const [a] = await childrenOf(runtime, agent.session);
    expect(ofKind(a ?? [], "settings")[0]).toMatchObject({ model: "small", limits: { maxTurns: 2 } });
  });

  it("take the model that was chosen since the agent was opened", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings, models } = family(folder.path, ({ heard, isChild }) =>
      !isChild && heard.length === 0 ? start("look") : said("ok"),
    );
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    const run = agent.run("go");
    await run.setModel(await runtime.model("scripted", "other"));
    await run.result;
    expect(models.get("other")?.requests).toHaveLength(3);
    expect(models.get("m")?.requests).toHaveLength(0);
  });

  it("take the effort that was chosen since the agent was opened", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings, models } = family(folder.path, ({ heard, isChild }) =>
      !isChild && heard.length === 0 ? start("look") : said("ok"),
    );
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, options: { effort: "low" } });
    const run = agent.run("go");
    await run.setEffort("max");
    await run.result;
    const asked = models.get("m")?.requests.map(({ options }) => options.effort);
    expect(asked).toEqual(["max", "max", "max"]);
  });

  it("use their parent's servers and leave them open, with the tools they were given", async () => {
    await using folder = await temporaryFolder();
    let [calls, closed] = [0, 0];
    const tool = (name: string) => ({
      ...({
        name,
        description: name,
        inputSchema: { type: "object" },
        effect: "reads",
        repeat: "safe",
      } as const),
      check: (value: unknown) => ({ ok: true, value }) as const,
      call: async () => ({ content: [{ type: "text" as const, text: `${++calls}` }] }),
    });
    const server: Extension = {
      name: "server",
      tools: async () => [tool("count"), tool("read")],
      status: () => ({ state: "ready" }),
      callTool: async () => tool("count").call(),
      close: async () => void closed++,
    };
    const offered = new Set<string>();
    const { runtime, settings } = family(folder.path, ({ task, heard, isChild, request }) => {
      if (isChild) offered.add(request.tools.map(({ name }) => name).join());
      if (!isChild && heard.length === 0) {
        const agentNamed = (id: string, agent: string) =>
          call(id, "subagent", { instructions: "count", agent });
        return [agentNamed("1", "counter"), agentNamed("2", "bare")];
      }
      if (isChild && heard.length === 0 && request.tools.length > 1) return [call("c", "count", {})];
      return said(isChild ? `${heard.join()} ${task}` : heard.toSorted().join());
    });
    const agents = [
      { name: "counter", description: "Counts.", tools: ["count", "server__read", "nothing"] },
      { name: "bare", description: "Thinks.", extensions: [] },
    ];
    {
      await using _ = runtime;
      const { agent } = await runtime.open({ ...settings, extensions: [server], subagents: { agents } });
      expect((await agent.run("go").result).text).toBe(" count,1 count");
      expect(closed).toBe(0);
    }
    expect(closed).toBe(1);
    expect([...offered].toSorted()).toEqual(["count,server__read", "recall"]);
  });
});

describe("the rights of a subagent", () => {
  /** A parent that starts so many children, one after the other, and children that write. */
  const writing =
    (input: JsonObject = {}, count = 1): Say =>
    ({ task, heard, isChild }) => {
      if (heard.length >= (isChild ? 1 : count)) return said(heard.join());
      if (isChild) return [call("w", "write", { path: "a.txt", content: task })];
      return [call(`s${heard.length}`, "subagent", { instructions: "write", ...input })];
    };

  it("are its parent's: a question goes up, says whose it is, and the answer counts for all", async () => {
    await using folder = await temporaryFolder();
    const questions: Question[] = [];
    const { runtime, settings } = family(folder.path, writing({ agent: "free" }, 2));
    await using _ = runtime;
    const open: AgentSettings = {
      ...settings,
      mode: "approve",
      subagents: { agents: [{ name: "free", description: "Asks for more.", mode: "auto" }] },
      ask: async (question) => {
        questions.push(question);
        return { allow: "session" };
      },
    };
    const { agent } = await runtime.open(open);
    expect((await agent.run("go").result).outcome).toBe("done");
    expect(questions.map((asked) => asked.kind === "approval" && [asked.tool, asked.reason])).toEqual([
      ["subagent", "This call starts another agent, and mode approve asks first."],
      ["write", 'Subagent "free": This call writes, and mode approve asks first.'],
    ]);
    const [child] = await childrenOf(runtime, agent.session);
    expect(ofKind(child ?? [], "settings")[0]?.mode).toBe("approve");
  });

  it("can be less: a mode and rules of its own are not asked about", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = family(folder.path, writing({ agent: "looker" }));
    await using _ = runtime;
    const agents = [
      {
        name: "looker",
        description: "Looks.",
        mode: "plan",
        rules: [{ tool: "read", verdict: "deny" as const }],
      },
    ];
    const { agent } = await runtime.open({ ...settings, subagents: { agents } });
    const { text, outcome } = await agent.run("go").result;
    expect(outcome).toBe("done");
    expect(text).toContain("Plan mode is on");
    await expect(readFile(join(folder.path, "a.txt"))).rejects.toThrow("ENOENT");
  });

  it("change with its parent's mode", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = family(folder.path, async (asked) => {
      if (asked.isChild && asked.heard.length === 0) await run.setMode("plan");
      return writing()(asked);
    });
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    const run = agent.run("go");
    expect((await run.result).text).toContain("Plan mode is on");
  });

  it.each([
    ["smart_approve", "needs-input", 0],
    ["plan", "done", 1],
    ["auto", "done", 1],
  ] as const)("begin in mode %s without anybody to ask: %s", async (mode, outcome, children) => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = family(folder.path, writing());
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, mode });
    expect((await agent.run("go").result).outcome).toBe(outcome);
    expect(await childrenOf(runtime, agent.session)).toHaveLength(children);
  });

  it("leave their question open without anybody to ask, and end the parent as needs-input", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = family(folder.path, writing());
    await using _ = runtime;
    const { agent } = await runtime.open({
      ...settings,
      mode: "smart_approve",
      rules: [{ tool: "subagent", verdict: "allow" }],
    });
    const { outcome, error } = await agent.run("go").result;
    expect(outcome).toBe("needs-input");
    const [child] = await childrenOf(runtime, agent.session);
    expect(error?.message).toContain(ofKind(child ?? [], "session-start")[0]?.id);
  });

  it("are to spend what is left of one budget", async () => {
    await using folder = await temporaryFolder();
    const { runtime, settings } = family(folder.path, ({ heard, isChild }) => {
      if (!isChild) return heard.length === 0 ? start("a", "b", "c") : said(heard.join("\n"));
      return heard.length < 10 ? [call(`t${heard.length}`, "tree", { path: "." })] : said("never");
    });
    await using _ = runtime;
    const { agent } = await runtime.open({ ...settings, maxCostUsd: 9 });
    const result = await agent.run("go").result;
    // Each reply costs two dollars; one that was begun below the limit may end above it.
    const children = await childrenOf(runtime, agent.session);
    const outcomes = children.flatMap((entries) => ofKind(entries, "outcome").map(({ outcome }) => outcome));
    expect(outcomes).toEqual(["budget", "budget", "budget"]);
    expect(result.outcome).toBe("budget");
    expect(result.costUsd).toBeLessThanOrEqual(14);
  });
});

describe("what subagents change", () => {
  it("is undone with the run that has started them", async () => {
    await using data = await temporaryFolder();
    await using work = await temporaryFolder();
    await writeFile(join(work.path, "old.txt"), "before\n");
    const { runtime, settings } = family(
      data.path,
      ({ task, heard, isChild }) => {
        if (!isChild) return heard.length === 0 ? start("one", "two") : said("done");
        if (heard.length > 0) return said("written");
        const command = task === "one" ? "echo after > old.txt" : "mkdir new && echo x > new/file";
        return [call("sh", "shell", { command })];
      },
      work.path,
    );
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    await agent.run("go").result;
    await agent.close();
    expect(await readFile(join(work.path, "old.txt"), "utf8")).toBe("after\n");
    const { folders } = await runtime.sessions.undo(agent.session);
    expect(folders.flatMap(({ changes }) => changes.map(({ path }) => path)).toSorted()).toEqual([
      "new",
      "new/file",
      "old.txt",
    ]);
    expect(await readFile(join(work.path, "old.txt"), "utf8")).toBe("before\n");
    await expect(readFile(join(work.path, "new/file"))).rejects.toThrow("ENOENT");
  });
});

describe("when their parent ends", () => {
  it("subagents are told, nothing is left of them, and their sessions are free", async () => {
    await using folder = await temporaryFolder();
    const seconds = uniqueSeconds();
    const up = Promise.withResolvers<void>();
    const { runtime, settings } = family(folder.path, ({ heard, isChild }) => {
      if (heard.length > 0) return said("ok");
      return isChild ? [call("sh", "shell", { command: `echo up; sleep ${seconds}` })] : start("a", "b");
    });
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    const run = agent.run("go");
    let count = 0;
    void (async () => {
      for await (const event of run) {
        if (event.type !== "tool-progress" || event.path.length === 0 || !event.text.includes("up")) continue;
        if (++count === 2) up.resolve();
      }
    })();
    await up.promise;
    expect(await processesWith(seconds)).not.toEqual([]);
    run.interrupt();
    expect((await run.result).outcome).toBe("cancelled");
    expect(await processesWith(seconds)).toEqual([]);
    const children = await childrenOf(runtime, agent.session);
    expect(children.map((entries) => entries.at(-1))).toMatchObject([
      { kind: "outcome", outcome: "cancelled" },
      { kind: "outcome", outcome: "cancelled" },
    ]);
    const session = ofKind(children[0] ?? [], "session-start")[0]?.id;
    const { agent: again } = await runtime.open({ ...settings, ...(session ? { session } : {}) });
    await expect(again.record({ kind: "name", name: "free", by: "user" })).resolves.toHaveLength(1);
  });

  it("by being closed, they are closed first", async () => {
    await using folder = await temporaryFolder();
    const begun = Promise.withResolvers<void>();
    const { runtime, settings } = family(folder.path, async ({ isChild, heard }) => {
      if (!isChild) return heard.length === 0 ? start("wait") : said("never");
      begun.resolve();
      return new Promise(() => undefined);
    });
    await using _ = runtime;
    const { agent } = await runtime.open(settings);
    const ended = agent.run("go").result;
    await begun.promise;
    await agent.close();
    expect((await ended).outcome).toBe("cancelled");
    const [child] = await childrenOf(runtime, agent.session);
    expect(child?.at(-1)).toMatchObject({ kind: "outcome", outcome: "cancelled" });
  });
});
