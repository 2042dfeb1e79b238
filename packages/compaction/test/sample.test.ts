import type { Entry, EntryKind } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { sampleModel, sampleNotes, sampleSession, viewOf, withPlan } from "../src/conformance/index.ts";

const short = ({ seq, kind, ...rest }: Entry) => ({ seq, kind, ...rest });

describe("a session that is made up", () => {
  it("is a journal such as an agent writes", () => {
    expect(
      sampleSession([
        { user: "Fix it.", said: "I look.", results: ["one", "two"] },
        { user: "And?" },
        { results: ["bad"], failed: true },
        { said: "Done." },
        { results: ["done", "lost"], open: true },
      ]).map(short),
    ).toMatchSnapshot();
  });
});

describe("a view that is made up", () => {
  const journal = sampleSession([{ user: "Fix it.", said: "I look.", results: ["one"] }]);
  const seqsOf = async (from?: number, kinds?: readonly EntryKind[]) => {
    const seqs: number[] = [];
    for await (const { seq } of viewOf([
      ...journal,
      { ...journal[1]!, seq: 7 },
      { v: 1, seq: 8, at: 0, run: null, kind: "rewind", to: 6 },
    ]).read(from, kinds))
      seqs.push(seq);
    return seqs;
  };

  it("reads what stands of the journal, from a number on, of some kinds", async () => {
    expect(await seqsOf()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await seqsOf(3)).toEqual([3, 4, 5, 6]);
    expect(await seqsOf(3, ["user-message", "tool-result"])).toEqual([6]);
    expect(await seqsOf(1, ["user-message", "tool-result"])).toEqual([2, 6]);
  });

  it("is what is said of it, and a request before a call without that", async () => {
    const view = viewOf(journal);
    expect(view).toMatchObject({
      cause: "before-call",
      overflows: 0,
      model: sampleModel,
      window: undefined,
      measured: undefined,
    });
    expect(view).not.toHaveProperty("wish");
    expect(view.request).toMatchObject({ system: "You help with a project.", tools: [], options: {} });
    expect(view.request.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(view.entries.map(({ seq }) => seq)).toEqual([2, 5, 6]);
    expect(await view.ask(view.request)).toBe(sampleNotes);
    const measured = { request: 3, inputTokens: 1, outputTokens: 2 };
    const tools = [{ name: "a", description: "b", inputSchema: {} }];
    const model = { ...sampleModel, id: "other" };
    const ask = () => Promise.resolve("own");
    const own = viewOf(journal, {
      cause: "asked",
      overflows: 2,
      window: 9,
      wish: "all",
      measured,
      system: "S",
      tools,
      model,
      ask,
    });
    expect(own).toMatchObject({ cause: "asked", overflows: 2, window: 9, wish: "all", measured, model });
    expect(own.request).toMatchObject({ system: "S", tools });
    expect(await own.ask(own.request)).toBe("own");
    expect(() => sampleModel.stream(view.request, new AbortController().signal)).toThrow(
      "asked through the view",
    );
    expect(sampleModel).toMatchObject({ provider: "sample", id: "sample-1", limits: {} });
  });

  it("has notes that a compaction takes for notes", () => {
    expect(sampleNotes).toMatch(/^### Goal\n.+\n### Done\n.+\n### Open\n.+$/);
  });

  it("goes on after a plan", () => {
    const change = { kind: "compaction", summary: "S", firstKept: 7, pinned: [], receipt: {} } as const;
    expect(withPlan(journal, { entries: [change, change] }).slice(-3)).toEqual([
      journal.at(-1),
      { v: 1, seq: 7, at: 1_700_000_007_000, run: null, ...change },
      { v: 1, seq: 8, at: 1_700_000_008_000, run: null, ...change },
    ]);
    expect(withPlan([], { entries: [change] })).toEqual([
      { v: 1, seq: 1, at: 1_700_000_001_000, run: null, ...change },
    ]);
  });
});
