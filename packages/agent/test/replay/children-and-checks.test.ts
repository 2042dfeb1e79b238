import { memoryJournal, type Child, type JournalStore, type ToolContext } from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { expect, it } from "vitest";
import type { AgentParts } from "../../src/index.ts";
import { call, entriesOf, text, tool } from "../tools.ts";
import { record, replay, sameAs } from "./record.ts";

const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0 };

/** Starts subagents in the background that work until the test says so. */
function background(children: Map<string, Child>) {
  return tool("start", async (_, context) => {
    const session = `child-${context.callId}`;
    children.set(context.callId, await context.children!.start({ session, rights: {}, background: true }));
    return "started";
  });
}

/** Two subagents: one reports while a tool works, the other when the model has answered. */
function withReports(journal?: JournalStore) {
  const children = new Map<string, Child>();
  const act = tool("act", () => (children.get("b")!.end({ usage, message: "B is done." }), "ok"));
  const model = scriptedModel([
    [call("a", "start"), call("b", "start", { n: 2 })],
    [call("c", "act")],
    () => (setTimeout(() => children.get("a")!.end({ usage, message: "A is done." }), 10), [text("waiting")]),
    [text("All done.")],
  ]);
  const parts: AgentParts = { model, extensions: [background(children), act] };
  return record(parts, (agent) => agent.run("go").result, journal);
}

it("subagents in the background report again where they did, and do nothing", async () => {
  const recording = await withReports();
  expect(await replay(recording)).toMatchObject(sameAs(recording));
});

it("a run that was killed while they worked replays from every place where it was cut", async () => {
  const journal = memoryJournal();
  const recording = await withReports(journal);
  const entries = await entriesOf(journal);
  for (let end = 5; end < entries.length; end++) {
    const cut = { ...recording, entries: entries.slice(0, end) };
    expect(await replay(cut)).toMatchObject({ differences: [], drift: [], unreplayable: [] });
  }
});

it.each(["interrupt", "leave"])("a run that was stopped while one worked (%s)", async (how) => {
  const children = new Map<string, Child>();
  const model = scriptedModel([[call("a", "start")], [text("waiting")], [text("I see.")]]);
  const recording = await record({ model, extensions: [background(children)] }, async (agent) => {
    const run = agent.run("go");
    for await (const event of run) {
      if (event.type !== "turn-end" || event.turn !== 2) continue;
      const child = children.get("a")!;
      child.signal.addEventListener("abort", () =>
        child.end({ usage, ...(how === "leave" ? {} : { message: "Half." }) }),
      );
      run.interrupt();
    }
    await agent.run("and?").result;
  });
  expect(await replay(recording)).toMatchObject(sameAs(recording));
});

/** One in the background that ends with a question, until it is answered. */
function asking(answered: () => boolean) {
  const error = { code: "subagent-question", message: "It asks." };
  const work = async ({ callId, children }: ToolContext) => {
    const isFirst = children!.started().length === 0;
    const child = await children!.start({ session: `child-${callId}`, rights: {}, background: true });
    setTimeout(() => {
      if (answered()) child.end({ usage, message: "Report." });
      else child.end({ usage, needsInput: error, ...(isFirst ? { message: "It asks." } : {}) });
    }, 5);
    return "started";
  };
  const start = tool("start", (_, context) => work(context));
  return {
    ...start,
    recover: async (_: unknown, context: ToolContext) => ({
      content: [{ type: "text" as const, text: await work(context) }],
    }),
  };
}

it("a run that resumed one in the background, first before and then after it was answered", async () => {
  let isAnswered = false;
  const model = scriptedModel([
    [call("a", "start")],
    [text("waiting")],
    [text("It asks.")],
    [text("I see.")],
  ]);
  const recording = await record({ model, extensions: [asking(() => isAnswered)] }, async (agent) => {
    expect((await agent.run("go").result).outcome).toBe("needs-input");
    expect((await agent.run().result).outcome).toBe("needs-input");
    isAnswered = true;
    expect((await agent.run().result).outcome).toBe("done");
  });
  expect(await replay(recording)).toMatchObject(sameAs(recording));
});

it("checks that passed, and those that ended the run", async () => {
  const passing = { check: async () => ({ passed: true }) as const };
  const failing = { check: async () => ({ passed: false, report: "1 test failed", retry: false }) as const };
  for (const checks of [passing, failing]) {
    const parts: AgentParts = {
      model: scriptedModel([[text("one")], [text("two")]]),
      checks,
      interaction: "execute",
    };
    const recording = await record(parts, async (agent) => {
      await agent.run("go").result;
      await agent.run("again").result;
    });
    expect(await replay(recording)).toMatchObject(sameAs(recording));
  }
});

it("a run that was stopped at its checks", async () => {
  const checks = { check: () => new Promise<never>(() => {}) };
  const parts: AgentParts = { model: scriptedModel([[text("one")]]), checks, interaction: "execute" };
  const recording = await record(parts, async (agent) => {
    const run = agent.run("go");
    for await (const event of run) if (event.type === "turn-end") run.interrupt();
  });
  expect(recording.entries.at(-1)).toMatchObject({ outcome: "cancelled" });
  expect(await replay(recording)).toMatchObject(sameAs(recording));
});

it("an attempt that failed is where a run's replay ends, and says so; the next run is replayed", async () => {
  const verdicts = [false, true, true];
  const checks = {
    check: async () =>
      verdicts.shift()
        ? ({ passed: true } as const)
        : ({ passed: false, report: "no", retry: true } as const),
  };
  const parts: AgentParts = {
    model: scriptedModel([[text("one")], [text("two")], [text("three")]]),
    checks,
    interaction: "execute",
  };
  const recording = await record(parts, async (agent) => {
    await agent.run("go").result;
    await agent.run("more").result;
  });
  const seq = recording.entries.find(({ kind }) => kind === "rewind")?.seq;
  expect(await replay(recording)).toMatchObject({
    runs: 2,
    requests: 2,
    equal: 2,
    differences: [],
    drift: [],
    unreplayable: [{ seq, why: expect.stringContaining("a check failed") }],
  });
});

it("a lead that hands over and comes back", async () => {
  const act = tool("act", () => "ok");
  const fail = tool("fail", () => ({ kind: "failed", message: "No." }));
  const worker = scriptedModel(
    [[call("b", "fail"), call("c", "fail", { n: 1 })], [text("one")], [text("two")]],
    { id: "worker" },
  );
  const lead = scriptedModel([[call("a", "act")], [call("d", "act")], [call("e", "act", { n: 1 })]], {
    id: "lead",
  });
  const recording = await record(
    { model: worker, lead: { model: lead, turns: 1 }, extensions: [act, fail] },
    async (agent) => {
      await agent.run("go").result;
      await agent.run("more").result;
    },
  );
  expect(recording.entries.filter(({ kind }) => kind === "settings")).toHaveLength(4);
  expect(await replay(recording)).toMatchObject(sameAs(recording));
});
