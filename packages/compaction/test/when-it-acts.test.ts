import { ConfigError, type ContextPlan } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import {
  sampleModel,
  sampleNotes,
  sampleSession,
  viewOf,
  withPlan,
  type SampleView,
} from "../src/conformance/index.ts";
import { createCompaction, usedTokens, type CompactionOptions, type ContextNeed } from "../src/index.ts";
import { settingsOf } from "../src/options.ts";
import { recallName } from "../src/recall-name.ts";
import { createObservedWindows } from "../src/observed-windows.ts";

const signal = new AbortController().signal;
const session = sampleSession([
  { user: "Fix the build." },
  ...Array.from({ length: 20 }, (_, at) => ({
    said: `Step ${at}.`,
    results: ["some output of a command\n".repeat(60)],
  })),
]);
const used = usedTokens(viewOf(session));
const at = (share: number): SampleView => ({ window: Math.round(used / share) });
const create = (options: CompactionOptions = {}) => {
  const compaction = createCompaction(options);
  return (sample: SampleView, journal = session) => compaction.plan(viewOf(journal, sample), signal);
};

describe("settings", () => {
  it("are these, when none are given", () => {
    const { thresholdOf, ...settings } = settingsOf({});
    expect(settings).toEqual({
      target: 0.5,
      strategy: "summarize",
      summariser: undefined,
      keep: { turns: 4, tools: ["skill", "load_skill"], states: ["todo", "plan"] },
    });
    expect(thresholdOf(sampleModel)).toBe(0.75);
  });

  it.each([{ threshold: 1 }, { target: 1 }, { thresholds: { m: 0.001 } }])("may be %j", (options) => {
    expect(() => createCompaction(options)).not.toThrow();
  });

  it.each([
    [{ threshold: 1.01 }, "threshold is 1.01"],
    [{ threshold: 0 }, "threshold is 0"],
    [{ target: -0.5 }, "target is -0.5"],
    [{ thresholds: { "some-model": 2 } }, "some-model is 2"],
  ])("may not be %j", (options, words) => {
    const creating = () => createCompaction(options);
    expect(creating).toThrow(ConfigError);
    expect(creating).toThrow(
      expect.objectContaining({ code: "usage", hint: expect.stringContaining("0.75") }),
    );
    expect(creating).toThrow(words);
  });
});

describe("what is told once", () => {
  const notice = [expect.stringContaining("% of the context window is used")];

  it("is told again when it was well in between", async () => {
    const ask = create({ strategy: "ask" });
    expect((await ask(at(0.8))).notices).toEqual(notice);
    expect((await ask(at(0.8))).notices).toBeUndefined();
    expect(await ask(at(0.5))).toEqual({ entries: [] });
    expect((await ask(at(0.8))).notices).toEqual(notice);
  });

  it("that nothing can be done too", async () => {
    const short = sampleSession([{ user: "Hello." }]);
    const plan = create();
    const full = { window: 500, system: "A rule. ".repeat(200) };
    expect((await plan(full, short)).notices).toEqual([expect.stringContaining("cannot be made smaller")]);
    expect(await plan(full, short)).toEqual({ entries: [] });
    await plan({ window: 100_000 }, short);
    expect((await plan(full, short)).notices).toHaveLength(1);
  });

  it("and that a window is not known, for each model", async () => {
    const plan = create();
    const fresh = sampleSession([{ user: "Hello." }]);
    const told = (name: string) => ({
      entries: [],
      notices: [
        `The context window of ${name} is not known. Set the context limit to have long conversations summarized in time.`,
      ],
    });
    expect(await plan({}, fresh)).toEqual(told("sample/sample-1"));
    expect(await plan({}, fresh)).toEqual({ entries: [] });
    expect(await plan({ model: { ...sampleModel, id: "b" } }, fresh)).toEqual(told("sample/b"));
    expect(await plan({ model: { ...sampleModel, provider: "c" } }, fresh)).toEqual(told("c/sample-1"));
  });

  it.each([
    ["a turn of this model", {}, true],
    ["a summary by it", { purpose: "compaction" }, false],
    ["a turn of another model", { model: "sample-2" }, false],
    ["a turn of another provider", { provider: "other" }, false],
  ])("and in an earlier process, of which %s tells", async (_, change, tells) => {
    const earlier = sampleSession([{ user: "Hello.", said: "Hi." }]).map((entry) =>
      entry.kind === "model-request" ? { ...entry, ...change } : entry,
    );
    expect((await create()({}, earlier as typeof session)).notices?.length ?? 0).toBe(tells ? 0 : 1);
  });
});

describe("a strategy of one's own", () => {
  const nothing: ContextPlan = { entries: [] };

  it.each([
    [{ window: 10_000 }, 5_000],
    [{ cause: "asked", window: 100_000 }, used / 2],
    [{ cause: "asked" }, used / 2],
    [{ cause: "overflow", overflows: 1, window: 4_000 }, 2_000],
  ] satisfies (readonly [SampleView, number])[])(
    "is told how much there is, and should be: %j",
    async (sample, target) => {
      const needs: ContextNeed[] = [];
      const plan = create({
        threshold: 0.1,
        strategy: (need) => {
          needs.push(need);
          return Promise.resolve(nothing);
        },
      });
      expect((await plan(sample)).entries).toEqual([]);
      expect(needs).toHaveLength(1);
      expect(needs[0]).toMatchObject({ used, target });
    },
  );

  it("may take what a named one would do, and is used when that is sound", async () => {
    for (const name of ["summarize", "truncate", "clear"] as const) {
      const own = await create({ strategy: (need) => need.plan(name) })({ cause: "asked" });
      expect(own).toEqual(await create({ strategy: name })({ cause: "asked" }));
    }
  });

  it.each([
    ["an error", new Error("no idea"), "The set strategy failed: no idea"],
    ["something else", "no words", "The set strategy failed: no words"],
  ])("is replaced when it throws %s, before what that says", async (_, thrown, notice) => {
    const failed = await create({ strategy: () => Promise.reject(thrown) })({ cause: "asked" });
    const usual = await create()({ cause: "asked" });
    expect(failed).toEqual({ ...usual, notices: [notice, ...(usual.notices ?? [])] });
  });

  it("is replaced by a summary with all that it broke told", async () => {
    const broken = await create({
      strategy: () =>
        Promise.resolve({
          entries: [{ kind: "compaction", summary: "", firstKept: 0, pinned: [3], receipt: {} }],
        }),
    })({ cause: "asked" });
    const usual = await create()({ cause: "asked" });
    expect(broken).toEqual({
      ...usual,
      notices: [
        expect.stringMatching(
          /^The set strategy was not used: The summary is empty\. firstKept is 0.+ Entry 3 is pinned/,
        ),
        ...(usual.notices ?? []),
      ],
    });
  });

  it("ends with the signal's reason when it is stopped", async () => {
    const stop = new AbortController();
    const compaction = createCompaction({
      strategy: () => {
        stop.abort(new Error("stopped"));
        return Promise.reject(new Error("cut off"));
      },
    });
    await expect(compaction.plan(viewOf(session, { cause: "asked" }), stop.signal)).rejects.toThrow(
      "stopped",
    );
  });
});

describe("a summary that is too long itself", () => {
  const summary = `[Summary]\n\n## Notes of what was done\n${"The notes are long. ".repeat(700)}`;
  const later = sampleSession([{ user: "Go on.", said: "Yes." }]).slice(1);
  const journal = withPlan(sampleSession([{ user: "Fix the build.", said: "I do." }]), {
    entries: [{ kind: "compaction", summary, firstKept: 6, pinned: [], receipt: {} }],
  });
  const all = [...journal, ...later.map((entry, index) => ({ ...entry, seq: journal.length + 1 + index }))];

  it("is made shorter when the request was refused, and not before", async () => {
    const plan = create({ strategy: "truncate" });
    expect((await plan({ cause: "asked" }, all)).notices).toEqual(["There is nothing to summarize yet."]);
    const refused = await plan({ cause: "overflow", overflows: 1 }, all);
    expect(refused.notices?.[0]).toMatch(
      /^The model rejected the request as too long\. The summary was shortened; about [\d,]+ tokens are left\.$/,
    );
    expect(refused.entries[0]).toMatchObject({
      kind: "compaction",
      receipt: { entries: "", messages: 0, calls: {} },
    });
    expect(refused.after).toBeLessThan((refused.before ?? 0) / 2);
  });

  it("and by a model again", async () => {
    const refused = await create()(
      { cause: "overflow", overflows: 1, ask: () => Promise.resolve(sampleNotes) },
      all,
    );
    const [entry] = refused.entries;
    expect(entry?.kind === "compaction" ? entry.summary : "").toContain(sampleNotes);
  });
});

describe("the window of a model", () => {
  const view = (overflows: number, sample: SampleView = {}) =>
    viewOf([], { ...(overflows > 0 && { cause: "overflow", overflows }), ...sample });

  it.each([
    ["as it is said", [], { window: 900 }, 900],
    ["not known", [], {}, undefined],
    ["nine tenths of the least that was refused", [view(1), view(2)], {}, 899],
    ["as it is said, after one refusal", [view(1)], { window: 5_000 }, 5_000],
    [
      "as it is said, after one refusal in several steps",
      [view(1), view(2), view(3)],
      { window: 5_000 },
      5_000,
    ],
    ["what was refused, after two", [view(1), view(1)], { window: 5_000 }, 899],
    ["no more than is said", [view(1), view(1)], { window: 500 }, 500],
    [
      "of another model, as it is said",
      [view(1), view(1)],
      { window: 5_000, model: { ...sampleModel, id: "b" } },
      5_000,
    ],
    [
      "of another provider, as it is said",
      [view(1), view(1)],
      { window: 5_000, model: { ...sampleModel, provider: "b" } },
      5_000,
    ],
    [
      "no less than was taken",
      [view(0, { measured: { request: 1, inputTokens: 950, outputTokens: 1 } }), view(1)],
      {},
      950,
    ],
  ] satisfies (readonly [string, readonly ReturnType<typeof view>[], SampleView, number | undefined])[])(
    "is %s",
    (_, learned, sample, window) => {
      const windows = createObservedWindows();
      for (const [index, one] of learned.entries()) windows.learn(one, () => 999 + index);
      expect(windows.windowOf(viewOf([], sample))).toBe(window);
    },
  );
});

describe("the name of the tool that looks up what is hidden", () => {
  const tool = (name: string) => ({ name, description: "", inputSchema: {} });

  it.each([
    [["shell", "recall"], "recall"],
    [["shell", "memory__recall"], "memory__recall"],
    [["shell", "recaller", "total_recall"], undefined],
    [[], undefined],
  ])("among %j is %s", (names, name) => {
    expect(recallName(viewOf([], { tools: names.map(tool) }))).toBe(name);
  });
});
