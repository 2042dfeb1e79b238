import type { Entry } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { sampleSession, viewOf } from "../src/conformance/index.ts";
import { messageGroups } from "../src/message-groups.ts";
import { callsOf, chunksOf, mechanicalNotes } from "../src/summary/material.ts";
import { keptParts, readRecord, saidByUser } from "../src/summary/record.ts";
import { summaryText } from "../src/summary/summary-text.ts";
import { textTokens } from "../src/tokens/estimate.ts";

const head = { v: 1, at: 0, run: "run" } as const;
const text = (words: string) => ({ type: "text", text: words }) as const;
const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;

const notes = "Notes of a model.\n### Done\nA lot.";
const summary = `[Summary]\n\n## What the user said, word for word\n[2] Hi.\n\n## Notes of what was done\n${notes}\n\n## Where things are mentioned\nFiles: a.ts`;
const compaction = (of: string): Entry => ({
  ...head,
  seq: 20,
  kind: "compaction",
  summary: of,
  firstKept: 20,
  pinned: [],
  receipt: {},
});

const session = sampleSession([
  { user: "Fix the cart.", said: "I look.", results: ["first output", "second output"] },
  { results: ["no such file"], failed: true },
  { said: "Done.", results: ["lost"], open: true },
]);
const withNotice: readonly Entry[] = [
  ...session,
  {
    ...head,
    seq: session.length + 1,
    kind: "notice",
    audience: "model",
    level: "info",
    text: "The branch is frozen.",
  },
];

describe("what a summariser reads", () => {
  it("is each message, call and result with its number, failures told from results", () => {
    expect(chunksOf(messageGroups(viewOf(withNotice)), 10_000)).toEqual({
      texts: [
        `[2] user: Fix the cart.

[5] assistant: I look.
[5] call call_1 of shell: {"command":"step call_1"}
[5] call call_2 of shell: {"command":"step call_2"}
[6] result of call_1: first output
[7] result of call_2: second output

[10] call call_3 of shell: {"command":"step call_3"}
[11] failure of call_3: no such file

[14] assistant: Done.
[14] call call_4 of shell: {"command":"step call_4"}

[15] notice: The branch is frozen.`,
      ],
      dropped: 0,
    });
  });

  it.each([
    ["the notes of a summary of ours", summary, `Notes of what was before:\n${notes}`],
    ["notes at its end", summary.split("\n\n## Where")[0] ?? "", `Notes of what was before:\n${notes}`],
    ["the whole of another's summary", "All was well.", "Notes of what was before:\nAll was well."],
    [
      "nothing of one without notes",
      "[S]\n\n## What the user said, word for word\n[2] Hi.",
      "Notes of what was before:\n",
    ],
  ])("is %s", (_, former, told) => {
    const pieces = messageGroups(viewOf([...session.slice(0, 2), compaction(former)]));
    expect(chunksOf(pieces, 10_000).texts).toEqual([told]);
  });

  it("is in pieces no larger than asked for, and in less detail where there would be more than eight", () => {
    const long = (count: number) =>
      messageGroups(
        viewOf(
          sampleSession(
            Array.from({ length: count }, (_, at) => ({ user: `${at} ${"word ".repeat(1_000)}` })),
          ),
        ),
      );
    const { texts, dropped } = chunksOf(long(8), 1_100);
    expect(texts).toHaveLength(8);
    expect(dropped).toBe(0);
    expect(texts[7]).toContain("word ".repeat(999));
    const shorter = chunksOf(long(9), 1_100);
    expect(shorter.texts).toHaveLength(5);
    for (const chunk of shorter.texts) expect(textTokens(chunk)).toBeLessThanOrEqual(1_100);
    expect(shorter.texts[0]).toMatch(/^\[2\] user: 0 word(?: word)+\n… \(\d+ characters left out\)\nword/);
    const least = chunksOf(long(60), 1_300);
    expect(least.texts.length).toBeLessThanOrEqual(8);
    expect(least.dropped).toBe(0);
    const tooMuch = chunksOf(long(100), 600);
    expect(tooMuch.texts).toHaveLength(8);
    expect(tooMuch.dropped).toBe(25 - 8);
    expect(tooMuch.texts[0]).toContain("[2] user: 0 word");
    expect(tooMuch.texts[7]).toContain("[101] user: 99 word");
    expect(tooMuch.texts[1]).not.toContain("[6] user: 4 word");
  });

  it("is nothing where there is nothing", () => {
    expect(chunksOf([], 1_000)).toEqual({ texts: [], dropped: 0 });
  });

  it("counts what a clipped text leaves out", () => {
    const said = "abcde ".repeat(2_000);
    const [told = ""] = chunksOf(messageGroups(viewOf(sampleSession([{ user: said }]))), 100_000).texts;
    const [start = "", left = "", end = ""] = told.replace("[2] user: ", "").split("\n");
    expect(start.length).toBeLessThanOrEqual(4_200);
    expect(start.length).toBeGreaterThan(4_190);
    expect(end.length).toBeLessThanOrEqual(1_500);
    expect(end.length).toBeGreaterThan(1_490);
    expect(left).toBe(`… (${said.length - start.length - end.length} characters left out)`);
  });
});

describe("notes without a model", () => {
  it("are what was said and called, with how it ended, behind what was noted before", () => {
    const pieces = messageGroups(viewOf(withNotice));
    const lines = [
      "[5] said: I look.",
      '[5] shell {"command":"step call_1"} → first output',
      '[5] shell {"command":"step call_2"} → second output',
      '[10] shell {"command":"step call_3"} → failed: no such file',
      "[14] said: Done.",
      '[14] shell {"command":"step call_4"} → no result',
    ];
    expect(mechanicalNotes(pieces, 1_000)).toBe(lines.join("\n"));
    const former = messageGroups(
      viewOf([session[0]!, { ...compaction(summary), seq: 1 }, ...session.slice(1)]),
    );
    expect(mechanicalNotes(former, 1_000)).toBe(`Before that:\n${notes}\n${lines.join("\n")}`);
    expect(mechanicalNotes([], 1_000)).toBe("");
  });

  it("keep the newest steps where not all fit", () => {
    const many = messageGroups(
      viewOf(
        sampleSession(Array.from({ length: 50 }, (_, at) => ({ said: `I do step ${at}.`, results: ["ok"] }))),
      ),
    );
    for (const budget of [100, 250, 500]) {
      const told = mechanicalNotes(many, budget);
      const [first = "", ...kept] = told.split("\n");
      expect(first).toBe(`… ${100 - kept.length} earlier steps are left out.`);
      expect(kept.at(-1)).toMatch(/→ ok$/);
      expect(kept.at(-2)).toMatch(/said: I do step 49\.$/);
      expect(textTokens(told)).toBeLessThanOrEqual(budget);
      expect(textTokens(told)).toBeGreaterThan(budget - 45);
    }
    const former = messageGroups(
      viewOf([compaction(`word ${"and word ".repeat(600)}`), ...many.map(({ entry }) => entry).slice(0, 0)]),
    );
    expect(mechanicalNotes(former, 500)).toMatch(
      /^Before that:\nword[^\n]+\n… \(\d+ characters left out\)\n/,
    );
    expect(mechanicalNotes(former, 500).length).toBeLessThan(500 * 1.2 + 60);
  });
});

describe("the calls of a reply", () => {
  const reply = (partial?: "cut-off"): Entry => ({
    ...head,
    seq: 3,
    kind: "assistant-message",
    request: 2,
    content: [
      text("I call."),
      { type: "tool-call", id: "a", name: "read", input: { path: "a.ts" } },
      { type: "tool-call", id: "b", name: "read", raw: '{"pa', problem: "cut-off" },
    ],
    stop: "tool-calls",
    ...(partial && { partial }),
  });

  it("are told as they were made, broken ones too; one that was cut off made none", () => {
    expect(callsOf(reply())).toEqual([
      { id: "a", name: "read", input: '{"path":"a.ts"}' },
      { id: "b", name: "read", input: '{"pa' },
    ]);
    expect(callsOf(reply("cut-off"))).toEqual([]);
    expect(callsOf(session[1]!)).toEqual([]);
  });
});

describe("what the user said", () => {
  const said = (from: string, content: readonly object[]): Entry =>
    ({ ...head, seq: 5, kind: "user-message", from, content }) as Entry;

  it.each([
    ["user", [text("Hello.")], [{ seq: 5, text: "Hello." }]],
    ["steer", [text("Faster.")], [{ seq: 5, text: "Faster." }]],
    ["recipe", [text("Bake.")], [{ seq: 5, text: "Bake." }]],
    ["agent", [text("Go on.")], []],
    ["hook", [text("Mind this.")], []],
    ["user", [text(" \n")], []],
    ["user", [text("See"), image, { ...image, type: "file" }], [{ seq: 5, text: "See (with: image, file)" }]],
    ["user", [image], [{ seq: 5, text: " (with: image)" }]],
  ])("as %s: %j", (from, content, words) => {
    expect(saidByUser([said(from, content)])).toEqual(words);
  });

  it("is read from the record, without what was undone", async () => {
    const taken: Entry[] = [
      said("user", [text("Hello.")]),
      { ...said("user", [text("No more.")]), seq: 6 },
      { ...head, seq: 7, kind: "rewind", to: 5 },
    ];
    const view = viewOf([]);
    const record = await readRecord({
      ...view,
      async *read() {
        yield* [...session.slice(0, 4), ...taken];
      },
    });
    expect(record.map(({ seq, kind }) => `${seq} ${kind}`)).toEqual(["2 user-message", "5 user-message"]);
  });
});

describe("what is kept as it was", () => {
  const state = (seq: number, extension: string, value: unknown): Entry =>
    ({ ...head, seq, kind: "extension-state", extension, state: value }) as Entry;
  const result = (seq: number, name: string, words: string, failed = false): Entry => ({
    ...head,
    seq,
    kind: "tool-result",
    callId: `c${seq}`,
    name,
    content: [text(words)],
    durationMs: 1,
    ...(failed && { failure: { kind: "failed", message: words } }),
  });
  const notice = (seq: number, audience: "user" | "model" | "both"): Entry => ({
    ...head,
    seq,
    kind: "notice",
    audience,
    level: "info",
    text: `Notice ${seq}.`,
  });
  const record = [
    state(1, "todo", "old"),
    result(2, "skill", "Deploy on Tuesdays."),
    state(3, "plan", { step: 2 }),
    notice(4, "model"),
    result(5, "shell", "some output"),
    result(6, "skill", "It failed.", true),
    state(7, "todo", "- [ ] new"),
    result(8, "skill", "Write tests."),
    notice(9, "user"),
    result(10, "skill", "Deploy on Tuesdays."),
    notice(11, "both"),
    state(12, "other", "secret"),
  ];
  const keep = { states: ["todo", "plan"], tools: ["skill"] };
  const states = ["todo, when this was written: - [ ] new", 'plan, when this was written: {"step":2}'];

  it("is the last state of each extension, each instruction once, and notices for the model, the newest first", () => {
    expect(keptParts(record, { ...keep, visible: new Set() })).toEqual([
      ...states,
      "[8] skill: Write tests.",
      "[10] skill: Deploy on Tuesdays.",
      "[11] Notice 11.",
      "[4] Notice 4.",
    ]);
  });

  it("is not told again where it still stands, but for states", () => {
    expect(keptParts(record, { ...keep, visible: new Set([3, 7, 8, 11]) })).toEqual([
      ...states,
      "[10] skill: Deploy on Tuesdays.",
      "[4] Notice 4.",
    ]);
  });
});

describe("the text of a summary", () => {
  const parts = {
    words: "[2] Hi.",
    parts: "todo: all",
    index: "Files: a.ts",
    last: "[9] read ok",
    earlier: 7,
  };
  const receipt = { entries: "2-9", messages: 7, calls: { shell: 3 }, by: "sample/sample-1", cause: "asked" };

  it("has a heading for each part, in order, and none for what is empty", () => {
    expect(
      summaryText(parts, { notes: "### Done\nAll.", receipt, recall: "recall" }).split("\n\n").slice(1),
    ).toEqual([
      "## What the user said, word for word\n[2] Hi.",
      "## Kept as it was\ntodo: all",
      "## Notes of what was done\n### Done\nAll.",
      "## Where things are mentioned\nFiles: a.ts",
      "## The last results\n[9] read ok",
      '## What is left out\n{"entries":"2-9","messages":7,"calls":{"shell":3},"by":"sample/sample-1"}',
    ]);
    const bare = { words: "", parts: "", index: "", last: "", earlier: 7 };
    const told = summaryText(bare, { notes: "", receipt, recall: undefined });
    expect(told.split("\n\n")).toHaveLength(2);
    expect(told).toMatch(/^\[Summary of the conversation so far: 7 earlier messages are hidden/);
  });

  it("leaves the calls out of a receipt that is long", () => {
    const calls = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`tool_${at}`, at]));
    const shown = (count: number) =>
      summaryText(parts, { notes: "", receipt: { ...receipt, calls: calls(count) }, recall: undefined });
    expect(shown(10)).toContain('"tool_9":9');
    expect(shown(90)).toMatch(/\{"entries":"2-9","messages":7,"by":"sample\/sample-1"\}$/);
  });
});
