import { extractText, type Entry, type ToolContentPart } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { sampleSession, viewOf, withPlan } from "../src/conformance/index.ts";
import { messageGroups } from "../src/message-groups.ts";
import { elisionOf, shortenResults, usualForm } from "../src/shorten-results.ts";
import { partsTokens } from "../src/tokens/estimate.ts";

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at} of it`).join("\n");
const image = { type: "image", mediaType: "image/png", data: "A".repeat(20_000) } as const;
const session = (results: readonly string[], changes: (entry: Entry, index: number) => object = () => ({})) =>
  sampleSession([{ user: "Go.", results }]).map((entry, index) =>
    entry.kind === "tool-result" ? { ...entry, ...changes(entry, index) } : entry,
  );
const shorten = (journal: readonly Entry[], options: Partial<Parameters<typeof shortenResults>[1]> = {}) =>
  shortenResults(messageGroups(viewOf(journal)), {
    wanted: Infinity,
    stays: [],
    recall: undefined,
    ...options,
  });
const seqsOf = (shortened: readonly { seq: number }[]) => shortened.map(({ seq }) => seq);

describe("results are shortened", () => {
  it("the oldest first, until enough is freed, to the token", () => {
    const journal = session([lines(200), lines(200), "ok", lines(200)]);
    const all = shorten(journal);
    expect(seqsOf(all)).toEqual([6, 7, 9]);
    const saved = all[0]?.saved ?? 0;
    expect(seqsOf(shorten(journal, { wanted: saved }))).toEqual([6]);
    expect(seqsOf(shorten(journal, { wanted: saved + 1 }))).toEqual([6, 7]);
    expect(seqsOf(shorten(journal, { wanted: 0 }))).toEqual([]);
    expect(seqsOf(shorten(journal, { stays: ["shell"] }))).toEqual([]);
  });

  it("and what they free is what they took less what is left", () => {
    const journal = session([lines(200)]);
    const [short] = shorten(journal);
    const was = journal.find(({ kind }) => kind === "tool-result") as Extract<Entry, { kind: "tool-result" }>;
    expect(short?.saved).toBe(partsTokens(was.content) - partsTokens(short?.content ?? []));
    expect(elisionOf([short!])).toEqual([
      { kind: "elision", results: [{ seq: short?.seq, content: short?.content }] },
    ]);
    expect(elisionOf([])).toEqual([]);
  });

  it("only where that frees eighty tokens, and a third", () => {
    const freed = (count: number) => shorten(session([lines(count)]))[0]?.saved;
    expect(freed(50)).toBeUndefined();
    const least =
      Array.from({ length: 30 }, (_, at) => freed(50 + at * 5)).find((saved) => saved !== undefined) ?? 0;
    expect(least).toBeGreaterThanOrEqual(80);
    // Of a longer form, a third is more.
    const form = { head: 4_000, tail: 3_000 };
    const ofLong = (count: number) => {
      const journal = session([lines(count)]);
      const tokens = messageGroups(viewOf(journal)).at(-1)?.results[0]?.tokens ?? 0;
      const [short] = shorten(journal, { form });
      return short && short.saved / tokens;
    };
    const shares = Array.from({ length: 12 }, (_, at) => ofLong(450 + at * 50));
    const first = shares.find((share) => share !== undefined) ?? 0;
    expect(shares[0]).toBeUndefined();
    expect(first).toBeGreaterThanOrEqual(0.3);
    expect(first).toBeLessThan(0.37);
  });

  it.each([
    [
      "a text",
      [{ type: "text", text: lines(200) }],
      undefined,
      [],
      /^line 0 of it\n(?:line \d+ of it\n)+\[Shortened: 2,\d\d\d characters left out to save room; make the call again if you need it\.\]\n(?:line \d+ of it\n)+line 199 of it$/,
    ],
    [
      "a text with a picture",
      [{ type: "text", text: lines(200) }, image],
      "recall",
      [],
      /\[Shortened: 2,\d\d\d characters and 1 image or file left out to save room; for the whole, call recall with \{"id":"call_1"\}\.\]\n/,
    ],
    [
      "pictures",
      [{ type: "text", text: "Two of them." }, image, image],
      undefined,
      ["/a.png", "/b.png"],
      /^Two of them\.\n\[Shortened: 2 images or files left out to save room; for the whole, read \/a\.png, \/b\.png\.\]$/,
    ],
    [
      "a picture alone",
      [image],
      "x__recall",
      ["/a.png"],
      /^\[Shortened: 1 image or file left out to save room; for the whole, call x__recall with \{"id":"call_1"\}, or read \/a\.png\.\]$/,
    ],
  ] satisfies (readonly [
    string,
    readonly ToolContentPart[],
    string | undefined,
    readonly string[],
    RegExp,
  ])[])("and say what is missing, and where it is: %s", (_, content, recall, paths, expected) => {
    const artifacts = paths.map((path) => ({ path, mediaType: "image/png", bytes: 9 }));
    const journal = session(["…"], () => ({ content, ...(paths.length > 0 && { artifacts }) }));
    const [short] = shorten(journal, { recall });
    expect(extractText(short?.content ?? [])).toMatch(expected);
    expect(short?.content).toHaveLength(1);
  });

  it("once in the usual form, and again in a shorter one, from the whole", () => {
    const journal = session([lines(200)]);
    const once = withPlan(journal, { entries: elisionOf(shorten(journal)) });
    expect(shorten(once)).toEqual([]);
    const [again] = shorten(once, { form: { head: usualForm.head * 0.1, tail: usualForm.tail * 0.1 } });
    expect(extractText(again?.content ?? [])).toMatch(
      /^line 0 of it\nline 1 of it\n(?:line 2 of it\n)?\[Shortened: 2,\d\d\d characters/,
    );
  });
});

describe("the pieces of a conversation", () => {
  it("are messages, and replies with their results, as the model sees them now", () => {
    const head = { v: 1, at: 0, run: "run" } as const;
    const journal: readonly Entry[] = [
      ...sampleSession([{ user: "Go.", said: "Yes.", results: ["one", lines(200)] }, { said: "Done." }]),
      { ...head, seq: 11, kind: "dynamic-context", sections: [{ name: "todo", text: "- [ ] tests" }] },
      { ...head, seq: 12, kind: "notice", audience: "model", level: "info", text: "Mind it." },
    ];
    const compaction: Entry = {
      ...head,
      seq: 14,
      kind: "compaction",
      summary: "All.",
      firstKept: 5,
      pinned: [],
      receipt: {},
    };
    const shortened = withPlan(journal, { entries: elisionOf(shorten(journal)) });
    const pieces = messageGroups(viewOf([...shortened, compaction]));
    expect(
      pieces.map(({ kind, seq, results }) => [kind, seq, results.map(({ entry }) => entry.seq)]),
    ).toEqual([
      ["summary", 14, []],
      ["reply", 5, [6, 7]],
      ["reply", 10, []],
      ["note", 12, []],
    ]);
    const view = viewOf([...shortened, compaction]);
    const sizes = pieces.map(({ tokens }) => tokens);
    expect(sizes.reduce((sum, tokens) => sum + tokens, 0)).toBeLessThan(
      partsTokens([{ type: "text", text: lines(200) }]),
    );
    expect(extractText(pieces[1]?.results[1]?.content ?? [])).toContain("[Shortened:");
    expect(view.entries.length).toBeGreaterThan(5);
    expect(pieces[2]?.tokens).toBeGreaterThan(8);
  });

  it("leave out results whose call is gone, and calls of a reply that was cut off", () => {
    const head = { v: 1, at: 0, run: "run" } as const;
    const cutOff = sampleSession([{ user: "Go.", said: "Yes.", results: ["one"] }]).map((entry) =>
      entry.kind === "assistant-message" ? { ...entry, partial: "cut-off" as const } : entry,
    );
    const view = viewOf(cutOff);
    const entries: Entry[] = [
      ...view.entries,
      { ...head, seq: 9, kind: "tool-result", callId: "call_1", name: "shell", content: [], durationMs: 1 },
    ];
    expect(messageGroups({ ...view, entries }).map(({ kind, results }) => [kind, results.length])).toEqual([
      ["user", 0],
      ["reply", 0],
    ]);
  });
});
