import {
  memoryJournal,
  ProviderError,
  type AgentEvent,
  type Child,
  type Compaction,
  type Entry,
  type EntryKind,
  type JournalStore,
} from "@skein/protocol";
import { scriptedModel } from "@skein/provider-replay";
import { describe, expect, it } from "vitest";
import { createAgent, type AgentParts } from "../src/index.ts";
import { call, entriesOf, text, tool } from "./tools.ts";

/** What a screen shows. */
const shown: readonly EntryKind[] = [
  ...(["run-start", "outcome", "queued", "user-message", "model-result", "assistant-message"] as const),
  ...(["question", "answer", "tool-intent", "tool-result", "rewind", "compaction", "child"] as const),
];

async function all(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const told: AgentEvent[] = [];
  for await (const event of events) told.push(event);
  return told;
}

/** Entries that a screen shows and no event tells. */
function untold(entries: readonly Entry[], events: readonly AgentEvent[]): readonly Entry[] {
  const told = new Set(events.flatMap(({ path, seq }) => (path.length === 0 ? seq : [])));
  return entries.filter(({ kind, seq }) => shown.includes(kind) && !told.has(seq));
}

async function played(
  parts: Partial<AgentParts> & Pick<AgentParts, "model">,
  ...inputs: (string | undefined)[]
) {
  const journal = memoryJournal();
  const events: AgentEvent[] = [];
  for (const input of inputs) {
    await using agent = createAgent({ session: "s", journal, ...parts });
    events.push(...(await all(agent.run(input))));
  }
  return { events, entries: await entriesOf(journal) };
}

const write = tool("write", () => "written", { effect: "writes" });

describe("the events of a run tell of every entry that a screen shows", () => {
  it("when calls are asked about, steered and answered with nothing", async () => {
    const steer = tool("steer", async () => (await run.steer("Faster."), "ok"));
    const journal = memoryJournal();
    const model = scriptedModel([[call("a", "write"), call("b", "steer")], [], [text("Done.")]]);
    await using agent = createAgent({
      model,
      journal,
      session: "s",
      extensions: [write, steer],
      ask: async () => ({ allow: "once", input: { n: 2 } }),
    });
    const run = agent.run("go");
    const events = await all(run);
    expect(untold(await entriesOf(journal), events)).toEqual([]);
    expect(events).toContainEqual(expect.objectContaining({ type: "user-message", from: "user" }));
    expect(events).toContainEqual(expect.objectContaining({ type: "user-message", from: "agent" }));
    expect(events.find(({ type }) => type === "answered")).toMatchObject({ by: "ask" });
    expect(events.find(({ type }) => type === "queued")).toMatchObject({ content: [text("Faster.")] });
    expect(events.find(({ type }) => type === "steered")).toMatchObject({ from: "steer" });
    expect(events.filter(({ type }) => type === "model-usage")).toHaveLength(3);
  });

  it("when a reply breaks off", async () => {
    const model = scriptedModel([
      {
        events: [
          { type: "message-start", modelId: "m" },
          { type: "part-start", part: 0, kind: "text" },
          { type: "text-delta", part: 0, delta: "Half a" },
        ],
        error: new ProviderError("bad-request", "Cut.", { provider: "t", retryable: false }),
      },
    ]);
    const { entries, events } = await played({ model }, "go");
    expect(untold(entries, events)).toEqual([]);
    expect(events.find(({ type }) => type === "reply-cut-off")).toMatchObject({ content: [text("Half a")] });
  });

  it("when the next message declines what was asked", async () => {
    const model = scriptedModel([[call("a", "write")], [text("Then not.")]]);
    const { entries, events } = await played({ model, extensions: [write] }, "go", "Leave it.");
    expect(untold(entries, events)).toEqual([]);
    expect(events.find(({ type }) => type === "tool-end")).toMatchObject({ callId: "a", failure: "denied" });
  });

  it("when checks fail and the task starts over", async () => {
    const model = scriptedModel([[text("Done.")], [text("Really done.")]]);
    const checks = {
      check: async (attempt: number) =>
        attempt > 1
          ? { passed: true as const }
          : { passed: false as const, retry: true, report: "It does not compile." },
    };
    const { entries, events } = await played({ model, checks, interaction: "execute" }, "go");
    expect(untold(entries, events)).toEqual([]);
    const rewind = entries.find((entry) => entry.kind === "rewind");
    expect(rewind).toBeDefined();
    expect(events.find(({ type }) => type === "rewound")).toMatchObject({ to: rewind?.to, seq: rewind?.seq });
  });

  it("when it is compacted, and when a subagent is started", async () => {
    const start = tool("start", async (_, context) => {
      const child = await context.children!.start({ session: "child", rights: {}, background: true });
      child.end({ usage: {} });
      return "started";
    });
    let isDone = false;
    const compaction: Compaction = {
      async plan({ entries }) {
        const firstKept = entries.find(({ kind }) => kind === "assistant-message")?.seq;
        if (isDone || firstKept === undefined) return { entries: [] };
        isDone = true;
        const entry = { kind: "compaction", summary: "So far.", firstKept, pinned: [], receipt: {} } as const;
        return { entries: [entry] };
      },
    };
    const model = scriptedModel([[call("a", "start")], [text("Done.")]]);
    const { entries, events } = await played({ model, compaction, extensions: [start] }, "go");
    expect(untold(entries, events)).toEqual([]);
    expect(events.find(({ type }) => type === "compacted")).toMatchObject({ summary: "So far." });
    expect(events.find(({ type }) => type === "child")).toMatchObject({
      session: "s",
      child: "child",
      callId: "a",
      background: true,
    });
  });
});

it("deltas of a call's arguments name its tool", async () => {
  const { events } = await played(
    { model: scriptedModel([[call("a", "look", { n: 1 })], [text("Done.")]]) },
    "go",
  );
  expect(events.find(({ type }) => type === "input-delta")).toMatchObject({ tool: "look" });
});

it("a question that is asked again has no place of its own in the journal", async () => {
  const parts = { model: scriptedModel([[call("a", "write")], [text("Done.")]]), extensions: [write] };
  const journal = memoryJournal();
  const events: AgentEvent[] = [];
  for (const ask of [undefined, async () => ({ allow: "once" }) as const]) {
    await using agent = createAgent({ ...parts, journal, session: "s", ...(ask ? { ask } : {}) });
    events.push(...(await all(agent.run(ask ? undefined : "go"))));
  }
  const asked = events.filter(({ type }) => type === "question");
  expect(asked.map(({ seq }) => seq !== undefined)).toEqual([true, false]);
  const seqs = events.flatMap(({ seq }) => seq ?? []);
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
});

it("what is written together is told in the order of the journal", async () => {
  const working: Child[] = [];
  const start = tool("start", async (_, { callId, children }) => {
    working.push(await children!.start({ session: callId, rights: {}, background: true }));
    return "started";
  });
  const end = tool("end", async () => {
    for (const child of working) {
      child.end({ usage: {}, message: "I am done." });
      await new Promise(setImmediate);
    }
    return "ended";
  });
  const memory = memoryJournal();
  const journal: JournalStore = {
    ...memory,
    async append(session, seq, entries) {
      // The second report and the result wait for the first report.
      for (let tick = 0; tick < 20; tick++) await new Promise(setImmediate);
      await memory.append(session, seq, entries);
    },
  };
  const starts = [call("a", "start"), call("b", "start")];
  const model = scriptedModel([starts, [call("c", "end")], [text("Done.")]]);
  await using agent = createAgent({ model, journal, extensions: [start, end] });
  const seqs = (await all(agent.run("go"))).flatMap(({ seq }) => seq ?? []);
  expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
});

it("what comes while an attempt is rewound is told behind it", async () => {
  const memory = memoryJournal();
  const journal: JournalStore = {
    ...memory,
    async append(session, seq, entries) {
      await memory.append(session, seq, entries);
      if (entries.some(({ kind }) => kind === "rewind")) void run.queue("And then?");
    },
    async *read(...where) {
      await new Promise(setImmediate);
      yield* memory.read(...where);
    },
  };
  const checks = {
    check: async (attempt: number) =>
      attempt > 1 ? { passed: true as const } : { passed: false as const, retry: true, report: "No." },
  };
  const model = scriptedModel([[text("Done.")], [text("Really.")], [text("That too.")]]);
  await using agent = createAgent({ model, journal, checks, interaction: "execute" });
  const run = agent.run("go");
  const events = (await all(run)).filter(({ type }) => type === "rewound" || type === "queued");
  expect(events.map(({ type }) => type)).toEqual(["rewound", "queued"]);
});
