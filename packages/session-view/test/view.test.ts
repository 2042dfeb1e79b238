import { extractText, type AgentEvent, type Entry, type EntryBody, type Question } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import {
  childrenOfCall,
  disconnected,
  emptyView,
  itemsOf,
  openQuestions,
  runningJobs,
  spentInAll,
  viewOfEntries,
  viewReducer,
  type SessionStep,
  type SessionView,
} from "../src/index.ts";
import { entry, event, journal, reply, result, said, start } from "./steps.ts";

function fold(steps: readonly SessionStep[], view: SessionView = emptyView()): SessionView {
  return steps.reduce(viewReducer, view);
}

/** What a screen would show, a line an item. */
function lines(view: SessionView): string[] {
  return itemsOf(view).map((item) => {
    switch (item.type) {
      case "message":
        return `${item.from}: ${extractText(item.content)}`;
      case "text":
      case "thinking":
        return `${item.type} (${item.state}): ${item.text}`;
      case "call":
        return `call ${item.tool} (${item.state})`;
      default:
        return item.type;
    }
  });
}

const question: Question = {
  id: "q",
  kind: "approval",
  callId: "a",
  tool: "act",
  extension: "e",
  effect: "writes",
  input: { n: 1 },
  reason: "It writes.",
  preview: "@@ line 1 @@\n-one\n+two",
};

const textDelta = (delta: string, part = 0): AgentEvent => event({ type: "text-delta", part, delta });
const whole = (seq: number, text: string): AgentEvent =>
  event({
    type: "message",
    role: "assistant",
    content: [{ type: "text", text }],
    stop: "answered",
    provider: "p",
    model: "m",
    seq,
  });

describe("a reply", () => {
  it("grows by its deltas and keeps its id when it is whole", () => {
    const streaming = fold([
      event({ type: "thinking-delta", part: 0, delta: "Hm." }),
      textDelta("Do", 1),
      textDelta("ne.", 1),
    ]);
    expect(lines(streaming)).toEqual(["thinking (streaming): Hm.", "text (streaming): Done."]);
    const content = [
      { type: "thinking", text: "Hm." },
      { type: "text", text: "Done." },
    ] as const;
    const done = fold(
      [
        event({
          ...({ type: "message", role: "assistant", stop: "answered", provider: "p" } as const),
          ...({ model: "m", content, seq: 3 } as const),
        }),
      ],
      streaming,
    );
    expect(lines(done)).toEqual(["thinking (whole): Hm.", "text (whole): Done."]);
    expect(itemsOf(done).map(({ id }) => id)).toEqual(itemsOf(streaming).map(({ id }) => id));
    expect(itemsOf(done)[1]).toMatchObject({ by: { provider: "p", model: "m" } });
  });

  it("is dropped when it is made again, and says so while it is live", () => {
    const view = fold([
      textDelta("Half a th"),
      event({ type: "reply-restarted", attempt: 1, reason: "It broke." }),
      textDelta("Who"),
      whole(2, "Whole."),
    ]);
    expect(lines(view)).toEqual(["told", "text (whole): Whole."]);
  });

  it("stays as far as it had come when it never ends, without its calls", () => {
    const view = fold([
      textDelta("I am ab"),
      event({ type: "input-delta", part: 1, delta: '{"n', tool: "act" }),
      event({ type: "reply-cut-off", content: [{ type: "text", text: "I am ab" }], seq: 2 }),
    ]);
    expect(lines(view)).toEqual(["text (cut-off): I am ab"]);
  });

  it("of a journal that ends in the middle is its last draft", () => {
    const draft = (text: string) =>
      ({ kind: "reply-draft", request: 1, content: [{ type: "text", text }] }) as const;
    const view = viewOfEntries(journal(start, said("Go on."), draft("One"), draft("One two")));
    expect(lines(view)).toEqual(["user: Go on.", "text (streaming): One two"]);
    expect(lines(fold([textDelta("One tw"), textDelta("o three")], view)).at(-1)).toBe(
      "text (streaming): One two three",
    );
  });

  it("does not touch the conversation while it grows", () => {
    const entries = Array.from({ length: 500 }, (_, at) => entry(at + 1, said(`Message ${at}.`)));
    const before = viewOfEntries(entries);
    const after = fold([textDelta("One "), textDelta("two")], before);
    expect(after.conversation.groups).toBe(before.conversation.groups);
    const next = fold([whole(501, "One two")], after);
    const shared = next.conversation.groups.filter((group) => before.conversation.groups.includes(group));
    expect(shared).toHaveLength(before.conversation.groups.length - 1);
  });
});

describe("a call", () => {
  const called = [
    event({ type: "input-delta", part: 0, delta: '{"n":', tool: "act" }),
    event({ type: "input-delta", part: 0, delta: "1}", tool: "act" }),
  ];
  const content = [{ type: "tool-call", id: "a", name: "act", input: { n: 1 } }] as const;
  const message = event({
    ...({ type: "message", role: "assistant", content, stop: "tool-calls" } as const),
    ...({ provider: "p", model: "m", seq: 2 } as const),
  });
  const running = event({
    ...({ type: "tool-start", callId: "a", tool: "act", extension: "e", effect: "writes" } as const),
    ...({ input: { n: 2 }, seq: 5 } as const),
  });

  it("is one item from its first argument to its result", () => {
    const steps = [
      ...called,
      message,
      event({ type: "question", question, seq: 3 }),
      event({
        type: "answered",
        questionId: "q",
        answer: { allow: "once", input: { n: 2 } },
        by: "ask",
        seq: 4,
      }),
      running,
      event({ type: "tool-progress", callId: "a", text: "half" }),
      event({
        ...({ type: "tool-end", callId: "a", tool: "act", durationMs: 7 } as const),
        ...({ content: [{ type: "text", text: "3" }], structured: 3, seq: 6 } as const),
      }),
    ];
    const seen = steps.map((_, at) => itemsOf(fold(steps.slice(0, at + 1))));
    expect(seen.every((items) => items.length === 1)).toBe(true);
    expect(new Set(seen.map(([item]) => item?.id)).size).toBe(1);
    const states = seen.map(([item]) => (item?.type === "call" ? item.state : ""));
    expect(states).toEqual([
      "streaming",
      "streaming",
      "pending",
      "asking",
      "pending",
      "running",
      "running",
      "done",
    ]);
    expect(seen[1]?.[0]).toMatchObject({ tool: "act", raw: '{"n":1}' });
    expect(seen.at(-1)?.[0]).toMatchObject({
      input: { n: 1 },
      runInput: { n: 2 },
      asked: { question: { preview: question.preview }, answer: { allow: "once" }, by: "ask" },
      result: { durationMs: 7, failure: undefined, structured: 3 },
    });
    const ended = { ...result("a", "3"), structured: 3 } as EntryBody;
    const recorded = itemsOf(viewOfEntries(journal(start, said("go"), reply("", "a"), ended)));
    expect(recorded.find(({ type }) => type === "call")).toMatchObject({ result: { structured: 3 } });
    expect(fold(steps.slice(0, 7)).conversation.output).toEqual({ a: "half" });
    expect(fold(steps).conversation.output).toEqual({});
  });

  it("is denied where somebody denied it, and failed otherwise", () => {
    const states = (["denied", "timed-out"] as const).map((failure) => {
      const end = { type: "tool-end", callId: "a", tool: "act", content: [], durationMs: 0 } as const;
      const [item] = itemsOf(fold([message, event({ ...end, failure, seq: 3 })]));
      return item?.type === "call" ? item.state : "";
    });
    expect(states).toEqual(["denied", "failed"]);
  });

  it("keeps the end of a long output, and no more than twice what a screen can use", () => {
    const piece = "x".repeat(10_000);
    const steps = Array.from({ length: 40 }, (_, at) =>
      event({ type: "tool-progress", callId: "a", text: `${piece}${at}` }),
    );
    const { a = "" } = fold([message, running, ...steps]).conversation.output;
    expect(a.endsWith("x39")).toBe(true);
    expect(a.length).toBeLessThanOrEqual(131_072);
    expect(a.length).toBeGreaterThanOrEqual(65_536);
  });
});

describe("questions", () => {
  it("are open until they are answered, their call has ended, or another one is asked about it", () => {
    const asked = [entry(1, reply("", "a")), entry(2, { kind: "question", question })];
    const open = (...more: readonly Entry[]) =>
      openQuestions(fold([...asked, ...more])).map((one) => one.question.id);
    expect(open()).toEqual(["q"]);
    expect(open(entry(3, { kind: "outcome", outcome: "needs-input", turns: 1 }))).toEqual(["q"]);
    expect(open(entry(3, { kind: "question", question: { ...question, id: "q2" } }))).toEqual(["q2"]);
    const answer = { kind: "answer", questionId: "q", answer: { allow: "once" }, by: "x" } as const;
    expect(open(entry(3, answer))).toEqual([]);
    expect(open(entry(3, result("a", "ok")))).toEqual([]);
  });

  it("of extensions are items of their own", () => {
    const elicitation = {
      id: "e",
      kind: "elicitation",
      extension: "x",
      message: "Who?",
      schema: {},
    } as const;
    const view = fold([
      event({ type: "question", question: elicitation, seq: 1 }),
      event({ type: "answered", questionId: "e", answer: { reply: { name: "Ada" } }, seq: 2 }),
    ]);
    expect(itemsOf(view)).toMatchObject([
      { type: "question", asked: { question: { message: "Who?" }, answer: { reply: { name: "Ada" } } } },
    ]);
    expect(openQuestions(view)).toEqual([]);
  });
});

describe("rewinds", () => {
  const entries = journal(
    start,
    said("One."),
    reply("First."),
    said("Two."),
    reply("Second.", "a"),
    result("a", ""),
  );
  const one = ["user: One.", "text (whole): First."];
  const two = [...one, "user: Two.", "text (whole): Second.", "call act (done)"];

  it("remove items, and a rewind of a rewind restores them", () => {
    const undone = fold([entry(7, { kind: "rewind", to: 3 })], viewOfEntries(entries));
    expect(lines(undone)).toEqual(one);
    const redone = fold([entry(8, { kind: "rewind", to: 6 })], undone);
    expect(lines(redone)).toEqual(two);
    expect(itemsOf(redone)).toEqual(itemsOf(viewOfEntries(entries)));
  });

  it("in the middle of a call leave it without what came later", () => {
    expect(lines(fold([entry(7, { kind: "rewind", to: 5 })], viewOfEntries(entries)))).toEqual([
      ...two.slice(0, -1),
      "call act (pending)",
    ]);
  });

  it("are told by an event too, and what comes next has ids of its own", () => {
    const view = fold([event({ type: "rewound", to: 3, seq: 7 })], viewOfEntries(entries));
    expect(lines(view)).toEqual(one);
    const next = fold([entry(8, said("Other."))], view);
    const taken = itemsOf(viewOfEntries(entries)).slice(2);
    expect(taken.map(({ id }) => id)).not.toContain(itemsOf(next).at(-1)?.id);
  });

  it("give back no cost", () => {
    const used = { kind: "model-result", request: 1, attempts: 1, provider: "p", model: "m" } as const;
    const view = fold([
      entry(1, { ...used, usage: { input: 3, output: 1 }, costUsd: 0.5 }),
      entry(2, { kind: "rewind", to: 0 }),
    ]);
    expect(view.facts.spent).toMatchObject({ calls: 1, usage: { input: 3, output: 1 }, costUsd: 0.5 });
  });
});

describe("background jobs", () => {
  it("are those that were told last, by extension, and a rewind changes none of them", () => {
    const dev = { id: "1", command: "npm run dev", startedAt: 1 };
    const test = { id: "2", command: "npm test", startedAt: 2, end: { by: "itself", exitCode: 0 } } as const;
    const told = fold([event({ type: "jobs", extension: "developer", jobs: [dev, test] })]);
    expect(runningJobs(told.facts)).toEqual([dev]);
    const view = fold([event({ type: "rewound", to: 0, seq: 1 })], told);
    expect(runningJobs(view.facts)).toEqual([dev]);
    const later = fold([event({ type: "jobs", extension: "developer", jobs: [test] })], view);
    expect(runningJobs(later.facts)).toEqual([]);
    expect(later.facts.jobs["developer"]).toEqual([test]);
  });
});

describe("compaction", () => {
  it("leaves what was said in place, with one mark for all its changes", () => {
    const compaction = {
      kind: "compaction",
      summary: "So far.",
      firstKept: 3,
      pinned: [],
      receipt: {},
    } as const;
    const view = viewOfEntries(
      journal(
        start,
        said("One."),
        reply("First."),
        { kind: "elision", results: [] },
        compaction,
        said("Two."),
      ),
    );
    expect(lines(view)).toEqual(["user: One.", "text (whole): First.", "compaction", "user: Two."]);
    expect(itemsOf(view)[2]).toMatchObject({ summary: "So far." });
  });
});

describe("the cursor", () => {
  it("lets nothing be seen twice", () => {
    const entries = journal(start, said("One."), reply("First."));
    const view = viewOfEntries(entries);
    expect(view.seq).toBe(3);
    expect(fold([...entries, whole(3, "First.")], view)).toBe(view);
  });

  it("has the reply that streams in once after a broken connection", () => {
    const view = fold([textDelta("One two "), textDelta("three")]);
    const again = fold([textDelta("One two three")], disconnected(view));
    expect(lines(again)).toEqual(["text (streaming): One two three"]);
  });
});

describe("subagents", () => {
  const child = { session: "c", path: ["a"] } as const;
  const started = entry(2, { kind: "child", session: "c", callId: "a", rights: {}, background: true });

  it("are views of their own, below the call that started them", () => {
    const view = fold([
      entry(1, reply("", "a")),
      started,
      event({ type: "text-delta", part: 0, delta: "I look." }, child),
      event({ type: "text-delta", part: 0, delta: "Deep." }, { session: "g", path: ["a", "b"] }),
      event({ type: "question", question, seq: 4 }, { session: "g", path: ["a", "b"] }),
    ]);
    const [shown] = childrenOfCall(view, "a");
    expect(shown).toMatchObject({ session: "c", isBackground: true });
    expect(lines(shown!.view)).toEqual(["text (streaming): I look."]);
    expect(lines(shown!.view.children[0]!.view)).toEqual(["text (streaming): Deep."]);
    expect(openQuestions(view)).toMatchObject([{ session: "g", path: ["c", "g"] }]);
  });

  it("have cursors of their own, and may be read from their journals", () => {
    const [path, session] = [["a"], "c"];
    const entries = journal({ ...start, id: "c" }, said("Look."));
    const steps = entries.map((one) => ({ path, session, entry: one }));
    const view = fold([entry(9, reply("", "a")), ...steps, ...steps]);
    expect(view.seq).toBe(9);
    expect(view.children[0]?.view.seq).toBe(2);
    expect(lines(view.children[0]!.view)).toEqual(["user: Look."]);
  });

  it("count in what the session has spent in all", () => {
    const used = { purpose: "turn", provider: "p", model: "m", usage: { input: 2, output: 1 } } as const;
    const view = fold([
      event({ type: "model-usage", ...used, costUsd: 0.5, seq: 1 }),
      event({ type: "model-usage", ...used, seq: 1 }, child),
    ]);
    expect(view.facts.spent).toMatchObject({ costUsd: 0.5, hasUnknownCost: false });
    expect(spentInAll(view)).toMatchObject({
      calls: 2,
      usage: { input: 4, output: 2 },
      hasUnknownCost: true,
    });
  });
});

describe("facts of a session", () => {
  it("are those of the journal: a person's name stays, and a fork begins at nothing", () => {
    const used = { attempts: 1, provider: "p", model: "m", usage: {}, costUsd: 1 } as const;
    const view = viewOfEntries(
      journal(
        { ...start, parent: { session: "before", seq: 3 } },
        { kind: "name", name: "Mine", by: "user" },
        { kind: "model-result", request: 2, ...used },
        { kind: "name", name: "Its", by: "model" },
        { kind: "model-result", request: 4, ...used },
      ),
    );
    expect(view.facts).toMatchObject({ id: "s", name: { name: "Mine" }, spent: { costUsd: 1 } });
  });

  it("tell whether a run goes on, and what it waits for", () => {
    const waits = fold([
      event({ type: "run-start", run: "r", input: [], seq: 1 }),
      event({ type: "turn-start", turn: 2 }),
      event({ type: "retry-wait", ms: 500, reason: "It is busy.", attempt: 1 }),
    ]);
    expect(waits.facts.run).toEqual({
      id: "r",
      turn: 2,
      retry: { ms: 500, reason: "It is busy.", attempt: 1 },
    });
    expect(fold([textDelta("On")], waits).facts.run?.retry).toBeUndefined();
    const over = fold([entry(2, { kind: "outcome", outcome: "done", turns: 2 })], waits);
    expect(over.facts.run).toBeUndefined();
  });
});

it("a message that waits is shown until it has its place", () => {
  const content = [{ type: "text", text: "Faster." }] as const;
  const waits = fold([event({ type: "queued", id: "m", steer: true, content, seq: 1 })]);
  expect(waits.conversation.waiting).toEqual([{ id: "m", from: "steer", content }]);
  const placed = fold([event({ type: "steered", id: "m", content, seq: 2 })], waits);
  expect(placed.conversation.waiting).toEqual([]);
  expect(itemsOf(placed)).toMatchObject([{ type: "message", from: "steer", queued: "m", seq: 2 }]);
});
