import {
  ConfigError,
  createTranscript,
  extractText,
  type ContextPlan,
  type Entry,
  type Message,
} from "@skein/protocol";
import { describe, expect, it } from "vitest";
import {
  sampleModel,
  sampleNotes,
  sampleSession,
  viewOf,
  withPlan,
  type SampleTurn,
  type SampleView,
} from "../src/conformance/index.ts";
import { createCompaction, estimateTokens, type CompactionOptions } from "../src/index.ts";

const signal = new AbortController().signal;
const recall = { name: "recall", description: "Looks things up.", inputSchema: { type: "object" } };
const big = (index: number) => `start ${index}\n${"some output of a command\n".repeat(100)}end ${index}`;
const work = (turns: number): SampleTurn[] => [
  { user: "Fix the build." },
  ...Array.from({ length: turns }, (_, index) => ({ said: `Step ${index}.`, results: [big(index)] })),
];

function plan(journal: readonly Entry[], options: CompactionOptions, view: SampleView): Promise<ContextPlan> {
  return createCompaction(options).plan(viewOf(journal, { tools: [recall], ...view }), signal);
}

function messagesAfter(journal: readonly Entry[], change: ContextPlan): readonly Message[] {
  return createTranscript(withPlan(journal, change)).messages();
}

const textsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ role, content }) =>
    role === "tool" ? content.map((result) => extractText(result.content)) : [extractText(content)],
  );

describe("old results", () => {
  const journal = sampleSession(work(20));
  const used = estimateTokens(viewOf(journal, { tools: [recall] }).request);
  const window = Math.floor(used / 0.76);

  it("are shortened first, in one go, down to the target; the last turns stay", async () => {
    let asked = 0;
    const ask = () => Promise.resolve(`${++asked}`);
    const change = await plan(journal, {}, { window, ask });
    expect(change.entries.map(({ kind }) => kind)).toEqual(["elision"]);
    expect(asked).toBe(0);
    const after = estimateTokens(viewOf(withPlan(journal, change), { tools: [recall] }).request);
    expect(after).toBeLessThanOrEqual(window * 0.5);
    expect(change).toMatchObject({ before: used, after });
    const texts = textsOf(messagesAfter(journal, change));
    expect(texts).toContain(big(19));
    expect(texts).toContain(big(16));
  });

  it("keep head, tail and the way to the whole", async () => {
    const change = await plan(journal, {}, { window });
    const [first] = textsOf(messagesAfter(journal, change)).filter((text) => text.startsWith("start 0"));
    expect(first).toMatch(/^start 0\n/);
    expect(first).toMatch(/end 0$/);
    expect(first).toMatch(
      /\[Shortened: 1,\d\d\d characters left out to save room; for the whole, call recall with \{"id":"call_1"\}\.\]/,
    );
  });

  it("name the file that holds the whole, and promise no tool that is not there", async () => {
    const spilled = journal.map((entry) =>
      entry.kind === "tool-result"
        ? { ...entry, artifacts: [{ path: "/data/whole.txt", mediaType: "text/plain", bytes: 9 }] }
        : entry,
    );
    const change = await plan(spilled, {}, { window, tools: [] });
    const [first] = textsOf(messagesAfter(spilled, change)).filter((text) => text.startsWith("start 0"));
    expect(first).toContain("for the whole, read /data/whole.txt.]");
    expect(first).not.toContain("recall");
  });

  it("are not shortened when they are instructions", async () => {
    const change = await plan(journal, { keep: { tools: ["shell"] } }, { window });
    expect(change.entries.map(({ kind }) => kind)).toEqual(["compaction"]);
  });

  it("are not shortened twice", async () => {
    const once = withPlan(journal, await plan(journal, {}, { window }));
    const again = await plan(once, {}, { window: Math.floor(window / 2) });
    const seqs = (change: readonly { kind: string; results?: readonly { seq: number }[] }[]) =>
      change.flatMap(({ results }) => results?.map(({ seq }) => seq) ?? []);
    const before = new Set(once.flatMap((entry) => (entry.kind === "elision" ? seqs([entry]) : [])));
    expect(seqs(again.entries).filter((seq) => before.has(seq))).toEqual([]);
  });
});

describe("when something is done", () => {
  const journal = sampleSession(work(20));

  it("is a matter of the threshold, by model where it is set", async () => {
    const window = Math.floor(estimateTokens(viewOf(journal, { tools: [recall] }).request) / 0.6);
    expect((await plan(journal, {}, { window })).entries).toEqual([]);
    expect((await plan(journal, { threshold: 0.55 }, { window })).entries).toHaveLength(1);
    const thresholds = { "sample-1": 0.55 };
    expect((await plan(journal, { thresholds }, { window })).entries).toHaveLength(1);
    const model = { ...sampleModel, id: "sample-2" };
    expect((await plan(journal, { thresholds }, { window, model })).entries).toEqual([]);
  });

  it.each([{ threshold: 0 }, { target: 1.5 }, { thresholds: { m: Number.NaN } }])("refuses %j", (options) => {
    expect(() => createCompaction(options)).toThrow(ConfigError);
  });

  it("says once in a session that it cannot know while the window is unknown", async () => {
    const compaction = createCompaction();
    const model = { ...sampleModel, id: "sample-2" };
    const first = await compaction.plan(viewOf(journal, { model }), signal);
    expect(first).toEqual({
      entries: [],
      notices: [expect.stringContaining("sample/sample-2 is not known")],
    });
    expect(await compaction.plan(viewOf(journal, { model }), signal)).toEqual({ entries: [] });
    // sample-1 has been asked in this session: that it cannot be known was told then, by another process say.
    expect(await createCompaction().plan(viewOf(journal), signal)).toEqual({ entries: [] });
  });

  it("assumes nine tenths of a refused request for an unknown context window", async () => {
    const compaction = createCompaction();
    const refused = await compaction.plan(viewOf(journal, { cause: "overflow", overflows: 1 }), signal);
    expect(refused.entries.length).toBeGreaterThan(0);
    const later = await compaction.plan(viewOf(journal), signal);
    expect(later.entries.length).toBeGreaterThan(0);
  });

  it("says once that no more can be done, and does not ask a model for it", async () => {
    let asked = 0;
    const ask = () => Promise.resolve(`${sampleNotes}${++asked}`);
    const view = viewOf(sampleSession([{ user: "Hello." }]), {
      system: "rules ".repeat(1_000),
      window: 1_200,
      ask,
    });
    const compaction = createCompaction();
    expect((await compaction.plan(view, signal)).notices?.[0]).toContain(
      "the system prompt and the tools alone take",
    );
    expect(await compaction.plan(view, signal)).toEqual({ entries: [] });
    expect(asked).toBe(0);
  });
});

describe("strategies", () => {
  const journal = sampleSession([
    ...work(12),
    { user: "And now the tests.", said: "Yes." },
    ...work(12).slice(1),
  ]);
  const used = estimateTokens(viewOf(journal, { tools: [recall] }).request);

  it("ask: tells the user, and acts only when nothing else helps", async () => {
    const compaction = createCompaction({ strategy: "ask" });
    const seen = (window: number) => viewOf(journal, { tools: [recall], window: Math.floor(window) });
    const told = await compaction.plan(seen(used / 0.8), signal);
    expect(told).toEqual({
      entries: [],
      notices: ["80 % of the context window is used. /compact makes room."],
    });
    expect(await compaction.plan(seen(used / 0.85), signal)).toEqual({ entries: [] });
    expect((await compaction.plan(seen(used / 0.97), signal)).entries.length).toBeGreaterThan(0);
  });

  it("truncate: no model is asked, and what was done is listed", async () => {
    const ask = () => Promise.reject(new Error("must not be asked"));
    const change = await plan(journal, { strategy: "truncate" }, { cause: "asked", ask });
    const [summary = ""] = textsOf(messagesAfter(journal, change));
    expect(summary).toContain("said: Step 0.");
    expect(summary).toContain("[2] Fix the build.");
  });

  it("clear: only the user's words and the last turns stay", async () => {
    const change = await plan(journal, { strategy: "clear" }, { window: Math.floor(used / 0.8) });
    const messages = messagesAfter(journal, change);
    const [summary = ""] = textsOf(messages);
    expect(summary).toContain("[2] Fix the build.");
    expect(summary).not.toContain("Step 0.");
    expect(textsOf(messages)).toContain("And now the tests.");
    expect(textsOf(messages)).toContain(big(11));
  });

  it("one's own: gets what is needed, and is used", async () => {
    const change = await plan(
      journal,
      {
        strategy: ({ view, used: tokens, target }) => {
          expect(tokens).toBe(used);
          expect(target).toBeLessThan(tokens);
          const last = view.entries.findLast(({ kind }) => kind === "assistant-message")?.seq ?? 1;
          const said = "Fix the build. And now the tests.";
          return Promise.resolve({
            entries: [{ kind: "compaction", summary: said, firstKept: last, pinned: [], receipt: {} }],
          });
        },
      },
      { window: Math.floor(used / 0.8) },
    );
    expect(messagesAfter(journal, change)).toHaveLength(3);
  });

  it("one's own: is replaced when it fails or breaks a law, and the user is told", async () => {
    const view = { window: Math.floor(used / 0.8) };
    const failed = await plan(journal, { strategy: () => Promise.reject(new Error("no idea")) }, view);
    expect(failed.notices?.[0]).toBe("The set strategy failed: no idea");
    const emptied: CompactionOptions = {
      strategy: () =>
        Promise.resolve({
          entries: [{ kind: "compaction", summary: "Nothing.", firstKept: 9_999, pinned: [], receipt: {} }],
        }),
    };
    const broken = await plan(journal, emptied, view);
    expect(broken.notices?.[0]).toContain("firstKept is 9999");
    for (const change of [failed, broken]) expect(change.entries.length).toBeGreaterThan(0);
  });
});

describe("what a summary keeps", () => {
  it("the last state of the todo, results that are instructions, and notices for the model", async () => {
    const journal = sampleSession(work(20));
    const seq = journal.length;
    const head = { v: 1, at: 0, run: "run" } as const;
    const skill = { kind: "tool-result", name: "skill", durationMs: 1 } as const;
    const extra = sampleSession([{ results: ["Deploy only on Tuesdays."] }]).map((entry) =>
      entry.kind === "tool-result" ? { ...entry, ...skill } : entry,
    );
    const kept: Entry[] = [
      ...extra.slice(1).map((entry, index) => moved(entry, 2 + index)),
      { ...head, seq: 6, kind: "extension-state", extension: "todo", state: "- [ ] old" },
      { ...head, seq: 7, kind: "extension-state", extension: "todo", state: "- [x] build\n- [ ] tests" },
      { ...head, seq: 8, kind: "extension-state", extension: "other", state: "secret" },
      { ...head, seq: 9, kind: "notice", audience: "model", level: "info", text: "The branch is frozen." },
    ];
    const all = [
      journal[0] as Entry,
      ...kept,
      ...journal.slice(1).map((entry, index) => moved(entry, 10 + index)),
    ];
    expect(all).toHaveLength(seq + 8);
    const change = await plan(all, {}, { cause: "asked" });
    const [summary = ""] = textsOf(messagesAfter(all, change));
    expect(summary).toContain("todo, when this was written: - [x] build\n- [ ] tests");
    expect(summary).toContain("skill: Deploy only on Tuesdays.");
    expect(summary).toContain("[9] The branch is frozen.");
    expect(summary).not.toContain("secret");
    expect(summary).not.toContain("- [ ] old");
  });

  it("the last message of the user in its place, however long ago", async () => {
    const journal = sampleSession(work(40));
    const change = await plan(journal, {}, { cause: "asked" });
    const compaction = change.entries.find((entry) => entry.kind === "compaction");
    expect(compaction).toMatchObject({ pinned: [2] });
    expect(messagesAfter(journal, change)[1]).toMatchObject({ role: "user", from: "user" });
  });
});

/** With a number and call ids of its own. */
function moved(entry: Entry, seq: number): Entry {
  return JSON.parse(
    JSON.stringify({ ...entry, seq }).replaceAll('"call_', `"${seq < 10 ? "early" : "late"}_`),
  ) as Entry;
}

describe("instructions that were loaded", () => {
  const skill = Array.from(
    { length: 40 },
    (_, index) => `${index}. Do step ${index} of the release by hand.`,
  ).join("\n");
  const pasted = `${"what was pasted from some log\n".repeat(300)}Mind this.`;
  const loaded = (turns: readonly SampleTurn[]) =>
    sampleSession(turns).map((entry): Entry =>
      entry.kind === "tool-result" && extractText(entry.content) === skill
        ? { ...entry, name: "load_skill" }
        : entry,
    );

  it("stay word for word beside the user's words, also where those are many", async () => {
    const turns: SampleTurn[] = [
      { user: "Never push to main." },
      { said: "I read how it is done.", results: [skill] },
      ...Array.from({ length: 6 }, () => ({ user: pasted, said: "I see." })),
      ...work(40),
    ];
    const journal = loaded(turns);
    const change = await plan(journal, {}, { window: 24_000 });
    const [summary = ""] = textsOf(messagesAfter(journal, change));
    expect(summary).toContain(skill);
    expect(summary).toContain("Never push to main.");
    expect(summary).toContain("Mind this.");
  });
});
