import type { ContextPlan, Entry } from "@skein/protocol";
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
import { createCompaction, estimateTokens, usedTokens, type CompactionOptions } from "../src/index.ts";

const signal = new AbortController().signal;
const recall = { name: "recall", description: "Looks things up.", inputSchema: { type: "object" } };
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `line ${at}: a quick brown fox`).join("\n");
const turns: readonly SampleTurn[] = [
  { user: "Fix the build. Never touch the folder legacy." },
  ...Array.from({ length: 30 }, (_, at): SampleTurn => ({
    ...(at % 7 === 3 ? { user: `Now do step ${at}.` } : {}),
    said: `I do step ${at} in src/part-${at}.ts.`,
    results: at % 4 === 1 ? [lines(120), "ok"] : [lines(12)],
  })),
];
const session = sampleSession(turns);
const used = usedTokens(viewOf(session, { tools: [recall] }));

/** What a plan says, in a few lines. */
function described({ entries, notices = [], before, after }: ContextPlan): string {
  const changes = entries.map((entry) => {
    if (entry.kind === "elision") return `shortens ${entry.results.map(({ seq }) => seq).join(" ")}`;
    const { tokens, ...receipt } = entry.receipt;
    return `keeps ${[...entry.pinned, `${entry.firstKept}…`].join(" ")}, ${JSON.stringify(receipt)}, ${JSON.stringify(tokens)}`;
  });
  const sizes = before === undefined ? [] : [`${before} → ${after}`];
  return [...changes, ...notices, ...sizes].join("\n");
}

async function planned(options: CompactionOptions, view: SampleView, journal: readonly Entry[] = session) {
  return createCompaction(options).plan(viewOf(journal, { tools: [recall], ...view }), signal);
}

describe("what is done about a conversation", () => {
  it.each([1, 2, 3, 4, 5, 6, 7])("when a request was refused %i times in a row", async (overflows) => {
    const refused = { cause: "overflow", overflows, window: Math.round(used * 0.9) } as const;
    const plans = await Promise.all(
      (["summarize", "truncate", "clear"] as const).map((strategy) => planned({ strategy }, refused)),
    );
    expect(plans.map(described).join("\n\n")).toMatchSnapshot();
  });

  it.each(["summarize", "truncate", "clear", "ask"] as const)(
    "when it was asked to, by %s",
    async (strategy) => {
      const plans = [
        await planned({ strategy }, { cause: "asked" }),
        await planned({ strategy }, { cause: "asked", window: used * 2, wish: "names of files" }),
        await planned({ strategy }, { cause: "asked", window: Math.round(used * 0.9) }),
      ];
      expect(plans.map(described).join("\n\n")).toMatchSnapshot();
    },
  );

  it.each(["summarize", "truncate", "clear", "ask"] as const)(
    "when so much of the window is used, by %s",
    async (strategy) => {
      const plans = [];
      for (const share of [0.74, 0.76, 0.94, 0.96, 1.2, 2])
        plans.push(
          `${share}: ${described(await planned({ strategy }, { window: Math.round(used / share) }))}`,
        );
      expect(plans.join("\n\n")).toMatchSnapshot();
    },
  );

  it("when calls take more than is estimated", async () => {
    const last = session.findLast(({ kind }) => kind === "model-request")?.seq ?? 0;
    const measured = { request: last, inputTokens: Math.round(used * 1.4), outputTokens: 100 };
    const plans = [
      await planned({}, { measured, window: Math.round(used * 1.6) }),
      await planned({ strategy: "truncate" }, { measured, window: Math.round(used * 1.2) }),
      await planned({ strategy: "clear" }, { measured, cause: "asked" }),
    ];
    expect(plans.map(described).join("\n\n")).toMatchSnapshot();
  });

  it("when the last results are most of it", async () => {
    const journal = sampleSession([
      ...turns.slice(0, 12),
      { user: "Read all.", said: "I read.", results: [lines(300), "ok", lines(90)] },
      { user: "And now?" },
    ]);
    const plans = [];
    for (const strategy of ["truncate", "clear"] as const) {
      for (const window of [8_000, 6_000, 4_000, 3_000, 2_000, 1_000])
        plans.push(`${strategy} ${window}: ${described(await planned({ strategy }, { window }, journal))}`);
      for (const overflows of [1, 4, 5, 6])
        plans.push(
          `${strategy}, refusal ${overflows}: ${described(await planned({ strategy }, { cause: "overflow", overflows }, journal))}`,
        );
    }
    expect(plans.join("\n\n")).toMatchSnapshot();
  });

  it("when other shares, turns and tools are set", async () => {
    const window = Math.round(used / 0.8);
    const plans = [
      await planned({ target: 0.3 }, { window }),
      await planned({ target: 0.7 }, { window }),
      await planned({ threshold: 0.5, target: 0.6 }, { window: Math.round(used / 0.55) }),
      await planned({ keep: { turns: 0 } }, { window }),
      await planned({ keep: { turns: 1 } }, { window }),
      await planned({ keep: { turns: 25 } }, { window }),
      await planned({ keep: { tools: ["shell"] }, strategy: "truncate" }, { window }),
    ];
    expect(plans.map(described).join("\n\n")).toMatchSnapshot();
  });

  it("when it was compacted before, and other tools were called", async () => {
    const more = JSON.parse(
      JSON.stringify(sampleSession(turns).slice(1)).replaceAll('"call_', '"later_'),
    ) as Entry[];
    const tools = ["write", "alfa", "shell"];
    const plans = [];
    for (const strategy of ["summarize", "truncate", "clear"] as const) {
      const once = withPlan(session, await planned({ strategy }, { cause: "asked" }));
      const offset = once.at(-1)?.seq ?? 0;
      const journal = more.map((entry, index): Entry => {
        const named = JSON.stringify(entry).replaceAll('"name":"shell"', `"name":"${tools[index % 3]}"`);
        return { ...(JSON.parse(named) as Entry), seq: offset + 1 + index };
      });
      for (const sample of [
        { cause: "asked" },
        { cause: "overflow", overflows: 4 },
        { window: used },
      ] as const)
        plans.push(described(await planned({ strategy }, sample, [...once, ...journal])));
    }
    expect(plans.join("\n\n")).toMatchSnapshot();
  });

  it("when no model writes notes", async () => {
    const ask = () => Promise.reject(new Error("The model is gone."));
    const fast = { ...sampleModel, id: "fast", limits: { contextTokens: 8_000 } };
    const plans = [
      await planned({}, { cause: "asked", ask }),
      await planned({ summariser: fast }, { cause: "asked", ask }),
    ];
    expect(plans.map(described).join("\n\n")).toMatchSnapshot();
  });

  it("when there is nothing or next to nothing to do", async () => {
    const short = sampleSession([{ user: "Hello.", said: "Hi.", results: ["ok"] }]);
    const shortUsed = estimateTokens(viewOf(short).request);
    const plans = [
      await planned({}, { cause: "asked" }, short),
      await planned({}, { cause: "asked" }, sampleSession([])),
      await planned({}, { cause: "overflow", overflows: 1 }, short),
      await planned({}, { window: shortUsed }, short),
      await planned({}, { window: 1_000, system: "A rule. ".repeat(500) }, short),
    ];
    expect(plans.map(described)).toMatchInlineSnapshot(`
      [
        "There is nothing to summarize yet.",
        "There is nothing to summarize yet.",
        "The conversation cannot be made smaller: what is left is the last message and its results.",
        "The conversation cannot be made smaller: what is left is the last message and its results.",
        "The conversation cannot be made smaller: the system prompt and the tools alone take 1,511 tokens; use fewer extensions.",
      ]
    `);
  });
});

describe("the whole summary", () => {
  it.each([
    ["by a model", {}, { cause: "asked" }],
    ["by default", { strategy: "clear" }, { cause: "asked" }],
    ["at the last step", {}, { cause: "overflow", overflows: 6 }],
  ] satisfies (readonly [string, CompactionOptions, SampleView])[])("%s", async (_, options, view) => {
    const plan = await planned(
      options,
      { ...view, ask: () => Promise.resolve(sampleNotes) },
      sampleSession(turns.slice(0, 9)),
    );
    expect(
      plan.entries.map((entry) => (entry.kind === "compaction" ? entry.summary : "")).join("\n"),
    ).toMatchSnapshot();
  });
});
