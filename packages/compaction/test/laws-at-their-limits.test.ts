import type { ContextChange, Entry } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { planProblems, sampleSession, viewOf, type SampleView } from "../src/conformance/index.ts";
import { estimateTokens } from "../src/index.ts";
import { textTokens } from "../src/tokens/estimate.ts";

const head = { v: 1, at: 0, run: "run" } as const;
const long = "many words of a result that no one needs any more ".repeat(60);

const breaksOf = (journal: readonly Entry[], change: ContextChange, sample: SampleView = {}) =>
  planProblems(viewOf(journal, sample), { entries: [change] });
const hiding = (summary: string, firstKept: number): ContextChange => ({
  kind: "compaction",
  summary,
  firstKept,
  pinned: [],
  receipt: {},
});

describe("a conversation after a plan", () => {
  const journal = sampleSession([{ user: "Go.", said: "Yes.", results: [long] }]);
  const result = journal.at(-1)!.seq;
  const shortening = (text: string): ContextChange => ({
    kind: "elision",
    results: [{ seq: result, content: [{ type: "text", text }] }],
  });
  const tokens = textTokens(long);
  const words = (count: number) => "word ".repeat(count);

  it("is smaller, by one token at least", async () => {
    expect(await breaksOf(journal, shortening(words(tokens - 1)))).toEqual([]);
    expect(await breaksOf(journal, shortening(words(tokens)))).toEqual([
      expect.stringMatching(
        /^The conversation takes (\d+) tokens after the compaction and \1 before: it is not smaller\.$/,
      ),
    ]);
    expect(await breaksOf(journal, shortening(words(tokens + 1)))).toEqual([
      expect.stringMatching(
        /^The conversation takes \d+ tokens after the compaction and \d+ before: it is not smaller\.$/,
      ),
    ]);
  });

  it("fits the window, to the token", async () => {
    const left = estimateTokens(viewOf(journal).request) - tokens + 500;
    expect(await breaksOf(journal, shortening(words(500)), { window: left })).toEqual([]);
    expect(await breaksOf(journal, shortening(words(500)), { window: left - 1 })).toEqual([
      `The request takes ${left} tokens, and the window has ${left - 1}.`,
    ]);
  });

  it("fits the window as its model counts", async () => {
    const request = journal.find(({ kind }) => kind === "model-request")?.seq ?? 0;
    const used = estimateTokens(viewOf(journal).request);
    const since = 4 + tokens;
    const measured = { request, inputTokens: used * 2 - since, outputTokens: 0 };
    const [broken] = await breaksOf(journal, shortening(words(100)), { window: 100, measured });
    const left = used - tokens + 100;
    expect(broken).toBe(`The request takes ${left * 2} tokens, and the window has 100.`);
  });
});

describe("what the user said is still there", () => {
  const saying = (from: string, seq: number, text: string): Entry =>
    ({ ...head, seq, kind: "user-message", from, content: [{ type: "text", text }] }) as Entry;
  const later = sampleSession([{ user: "Go.", said: "Yes.", results: [long] }])
    .slice(1)
    .map((entry) => ({ ...entry, seq: entry.seq + 10 }));
  const journal = (entry: Entry) => [...sampleSession([]), entry, ...later];

  it.each([
    ["user", true],
    ["steer", true],
    ["recipe", false],
    ["agent", false],
    ["hook", false],
  ])("when it came from %s: %s", async (from, counts) => {
    const breaks = await breaksOf(journal(saying(from, 5, "Use tabs.")), hiding("He said: Go.", 17), {
      window: 40_000,
    });
    expect(breaks.filter((sentence) => sentence.includes("entry 5"))).toEqual(
      counts ? ["What the user said in entry 5 is gone."] : [],
    );
  });

  it("without the space around it, and in words of the user's side alone", async () => {
    const said = journal(saying("user", 5, "  Use tabs.\n"));
    expect(await breaksOf(said, hiding("Use tabs. Go.", 16), { window: 40_000 })).toEqual([]);
    const answered = journal(saying("user", 5, "Yes."));
    expect(await breaksOf(answered, hiding("Go.", 15), { window: 40_000 })).toHaveLength(1);
    expect(await breaksOf(journal(saying("user", 5, " \n")), hiding("Go.", 16), { window: 40_000 })).toEqual(
      [],
    );
  });

  it("as long as it takes no more than a twenty-fifth of the window, or of what is used", async () => {
    const text = `Use tabs. ${"And words. ".repeat(50)}`;
    const said = journal(saying("user", 5, text));
    const tokens = textTokens(text.trim()) + textTokens("Go.") + 12;
    const broken = async (window: number) => (await breaksOf(said, hiding("Go.", 16), { window })).length;
    expect(await broken(tokens * 25)).toBe(1);
    expect(await broken(tokens * 25 - 30)).toBe(0);
    // Without a window, of what is used: these words are more.
    expect(await breaksOf(said, hiding("Go.", 16))).toEqual([]);
    const few = journal(saying("user", 5, "Use tabs."));
    expect(await breaksOf(few, hiding("Go.", 16))).toHaveLength(1);
  });

  it("unless the system prompt and the tools take more than a tenth", async () => {
    const said = journal(saying("user", 5, "Use tabs."));
    const system = "word ".repeat(1_000);
    const broken = async (window: number) =>
      (await breaksOf(said, hiding("Go.", 16), { window, system })).length;
    expect(await broken(10_000)).toBe(1);
    expect(await broken(9_999)).toBe(0);
  });
});

describe("a plan for an empty journal", () => {
  it("is sound when it changes nothing, and finds nothing to hide", async () => {
    expect(await planProblems(viewOf([]), { entries: [] })).toEqual([]);
    expect(await breaksOf([], hiding("A summary.", 1))).toEqual([
      expect.stringContaining("it is not smaller"),
    ]);
    expect(await breaksOf([], hiding("A summary.", 2))).toEqual([
      "firstKept is 2, and must be a number from 1 to 1.",
    ]);
  });
});
