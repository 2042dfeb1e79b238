import type { ContextPlan, ContextView, Entry } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import {
  sampleSession,
  viewOf,
  withPlan,
  type SampleTurn,
  type SampleView,
} from "../src/conformance/index.ts";
import { createCompaction } from "../src/index.ts";
import { estimateTokens } from "../src/tokens/estimate.ts";

const window = 10_000;
const line = (count: number) =>
  Array.from({ length: count }, (_, at) => `line ${at}: a quick brown fox`).join("\n");
const signal = new AbortController().signal;

const withOptions = (view: ContextView, maxOutputTokens: number | undefined): ContextView => ({
  ...view,
  request: { ...view.request, options: maxOutputTokens === undefined ? {} : { maxOutputTokens } },
});
const plan = (view: ContextView): Promise<ContextPlan> =>
  createCompaction({ strategy: "truncate" }).plan(view, signal);
const tokensAfter = (journal: readonly Entry[], done: ContextPlan, sample: SampleView = {}): number =>
  estimateTokens(viewOf(withPlan(journal, done), sample).request);

/** Until the conversation has about so many tokens: each step adds as many as the one before. */
function sessionOf(tokens: number, last: readonly SampleTurn[] = []): Entry[] {
  const of = (steps: number): Entry[] =>
    sampleSession([
      { user: "Work on." },
      ...Array.from({ length: steps }, (_, at) => ({ said: `I do step ${at}.`, results: [line(20)] })),
      ...last,
    ]);
  const size = (steps: number): number => estimateTokens(viewOf(of(steps)).request);
  const [none, one] = [size(0), size(1)];
  return of(Math.max(0, Math.ceil((tokens - none) / (one - none))));
}

describe("the threshold leaves room for the reply", () => {
  const journal = sessionOf(6_500);

  it.each([
    [undefined, false],
    [2_000, false],
    [4_000, true],
    [9_000, true],
  ])(
    "with an output limit of %s, a conversation of two thirds of the window is compacted: %s",
    async (limit, acts) => {
      const view = withOptions(viewOf(journal, { window }), limit);
      const { length } = (await plan(view)).entries;
      expect(length > 0).toBe(acts);
    },
  );

  it.each([1_000, 2_500, 4_000, 4_500])(
    "what is left and a reply of %i tokens fit into the window",
    async (limit) => {
      // The last results alone take most of what may stay.
      for (const lines of [150, 250, 350, 450, 550, 650]) {
        const long = sessionOf(9_000, [{ said: "I read it.", results: [line(lines)] }]);
        const done = await plan(withOptions(viewOf(long, { window }), limit));
        expect(done.entries.length).toBeGreaterThan(0);
        expect({ lines, fits: tokensAfter(long, done) + limit <= window }).toEqual({ lines, fits: true });
      }
    },
  );
});

describe("the room that a summary and the last turns share", () => {
  const talk = (lines: number) =>
    sampleSession([
      ...Array.from({ length: 40 }, (_, at) => ({
        user: `Rule ${at}: ${line(9)}`,
        said: `I keep rule ${at}.`,
        results: ["ok"],
      })),
      { said: "I read it.", results: [line(lines)] },
    ]);

  it.each([3_000, 4_000, 4_500])("leaves room for a reply of %i tokens too", async (limit) => {
    const notes = `### Goal\n${line(200)}\n### Done\n${line(200)}\n### Open\n${line(200)}`;
    for (let lines = 100; lines <= 500; lines += 50) {
      const journal = talk(lines);
      const view = withOptions(viewOf(journal, { window, ask: () => Promise.resolve(notes) }), limit);
      const done = await createCompaction().plan(view, signal);
      expect({ lines, fits: tokensAfter(journal, done) + limit <= window }).toEqual({ lines, fits: true });
    }
  });
});

describe("what came since the last call is counted", () => {
  const answered = sessionOf(5_000, [{ said: "Done." }]);
  const lastRequest = answered.findLast((entry) => entry.kind === "model-request")?.seq ?? 0;
  const saying = (text: string): Entry[] => [
    ...answered,
    {
      v: 1,
      seq: answered.length + 1,
      at: 0,
      run: "run",
      kind: "user-message",
      from: "user",
      content: [{ type: "text", text }],
    },
  ];
  const measured = { request: lastRequest, inputTokens: 7_000, outputTokens: 100 };

  it.each([
    ["short", 1, false],
    ["long", 120, true],
  ])("the last message of the user too, when it is %s", async (_, lines, acts) => {
    const journal = saying(line(lines));
    for (const sample of [{ window, measured }, { window: Math.round(tokensOf(answered) / 0.75) + 400 }]) {
      const { entries } = await plan(viewOf(journal, sample));
      expect({ sample, acts: entries.length > 0 }).toEqual({ sample, acts });
    }
  });

  it("dynamic context too", async () => {
    const told: Entry = {
      v: 1,
      seq: answered.length + 2,
      at: 0,
      run: "run",
      kind: "dynamic-context",
      sections: [{ name: "todo", text: line(120) }],
    };
    const short = saying("On.");
    expect((await plan(viewOf(short, { window, measured }))).entries).toEqual([]);
    expect((await plan(viewOf([...short, told], { window, measured }))).entries).not.toEqual([]);
  });

  function tokensOf(journal: readonly Entry[]): number {
    return estimateTokens(viewOf(journal).request);
  }
});

describe("each refusal in a row", () => {
  const refused = (overflows: number): SampleView => ({ cause: "overflow", overflows, window });
  const journal = sessionOf(9_500, [{ said: "I read it.", results: [line(60)] }, { user: "And now?" }]);

  it.each(["summarize", "truncate", "clear"] as const)("leaves less, step by step (%s)", async (strategy) => {
    const sizes: number[] = [];
    for (let overflows = 1; overflows <= 6; overflows++) {
      const view = viewOf(journal, refused(overflows));
      sizes.push(tokensAfter(journal, await createCompaction({ strategy }).plan(view, signal)));
    }
    const [first = 0, , , fourth = 0, , last = 0] = sizes;
    expect(Math.max(...sizes.slice(1, 3))).toBeLessThan(estimateTokens(viewOf(journal).request) / 2);
    expect(fourth).toBeLessThan(first * 0.8);
    expect(last).toBeLessThan(fourth * 0.8);
  });

  it("asks a model for notes at most twice", async () => {
    const asked: number[] = [];
    for (let overflows = 1; overflows <= 6; overflows++) {
      let calls = 0;
      const ask = () => (
        calls++,
        Promise.resolve("### Goal\nTo go on.\n### Done\nSome.\n### Open\nThe rest.")
      );
      await createCompaction().plan({ ...viewOf(journal, refused(overflows)), ask }, signal);
      asked.push(calls);
    }
    expect(asked.slice(0, 2).every((calls) => calls > 0)).toBe(true);
    expect(asked.slice(2)).toEqual([0, 0, 0, 0]);
  });
});
