import type { ContextChange, ContextPlan, Entry } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { planProblems, sampleSession, viewOf, type SampleView } from "../src/conformance/index.ts";

const long = "many words of a result that no one needs any more ".repeat(60);
/** 1 start, 2 user, 5 reply, 6 and 7 results, 8 user, 11 reply, 12 result, 13 user. */
const journal = sampleSession([
  { user: "Fix the login.", said: "I look.", results: [long, long] },
  { user: "Use tabs.", results: [long] },
  { user: "Go on." },
]);
const words = "The user said: Fix the login. Use tabs.";

const hiding = (changes: Partial<Extract<ContextChange, { kind: "compaction" }>> = {}): ContextPlan => ({
  entries: [{ kind: "compaction", summary: words, firstKept: 13, pinned: [], receipt: {}, ...changes }],
});
const shortening = (seq: number, text = "…"): ContextPlan => ({
  entries: [{ kind: "elision", results: [{ seq, content: text === "" ? [] : [{ type: "text", text }] }] }],
});

const breaksOf = (plan: ContextPlan, sample: SampleView = {}, of: readonly Entry[] = journal) =>
  planProblems(viewOf(of, sample), plan);

describe("a sound plan", () => {
  it.each([
    ["changes nothing", { entries: [] }],
    ["hides all but the last message", hiding()],
    ["hides all", hiding({ firstKept: 14, summary: `${words} Go on.` })],
    ["keeps a message from before", hiding({ pinned: [8], summary: "The user said: Fix the login." })],
    ["shortens a result", shortening(6)],
  ] satisfies (readonly [string, ContextPlan])[])("%s", async (_, plan) => {
    expect(await breaksOf(plan, { window: 4_000 })).toEqual([]);
  });
});

describe("a plan is broken that", () => {
  it.each([
    ["shortens what is no result", shortening(5), "Entry 5 is shortened, and is no tool result"],
    ["shortens what is not there", shortening(99), "Entry 99 is shortened, and is no tool result"],
    ["leaves nothing of a result", shortening(6, ""), "Entry 6 is shortened, and is no tool result"],
    ["has no summary", hiding({ summary: " \n" }), "The summary is empty."],
    [
      "keeps from before the beginning",
      hiding({ firstKept: 0 }),
      "firstKept is 0, and must be a number from 1 to 14.",
    ],
    ["keeps from behind the end", hiding({ firstKept: 15 }), "firstKept is 15, and must be"],
    ["keeps from half an entry", hiding({ firstKept: 12.5 }), "firstKept is 12.5, and must be"],
    [
      "pins what the model does not see",
      hiding({ pinned: [3] }),
      "Entry 3 is pinned, and the model does not see it.",
    ],
    [
      "holds something else",
      { entries: [{ kind: "scrub", entries: 1, blobs: 0 } as unknown as ContextChange] },
      'A plan holds compactions and elisions, not "scrub".',
    ],
    [
      "loses what the user said",
      hiding({ summary: "The user said: Fix the login." }),
      "What the user said in entry 8 is gone.",
    ],
    ["makes nothing smaller", shortening(6, `${long}${long}`), "it is not smaller."],
  ] satisfies (readonly [string, ContextPlan, string])[])("%s", async (_, plan, sentence) => {
    expect((await breaksOf(plan, { window: 40_000 })).join("\n")).toContain(sentence);
  });

  it("does not fit the window afterwards", async () => {
    const [break_] = await breaksOf(shortening(6), { window: 1_000 });
    expect(break_).toMatch(/^The request takes \d+ tokens, and the window has 1000\.$/);
    expect(await breaksOf(shortening(6), { window: 100_000 })).toEqual([]);
  });

  it("but not for the window's sake where the fixed part alone fills half of it", async () => {
    expect(await breaksOf(shortening(6), { window: 1_000, system: "A rule. ".repeat(400) })).toEqual([]);
  });

  it("but not for the user's words where they take more than their share of the window", async () => {
    const plan = hiding({ summary: "A summary." });
    expect(await breaksOf(plan, { window: 200 })).toEqual([]);
    expect(await breaksOf(plan, { window: 40_000 })).toHaveLength(2);
    expect(await breaksOf(plan, { window: 40_000, cause: "overflow", overflows: 3 })).toEqual([]);
    expect(await breaksOf(plan, { window: 40_000, cause: "overflow", overflows: 2 })).toHaveLength(2);
  });
});
