import type { Compaction, ContextPlan, ContextView, Entry } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { planProblems } from "../plan-problems.ts";
import { sampleSession, type SampleTurn } from "./sample-session.ts";
import { viewOf, withPlan, type SampleView } from "./view-of.ts";

export { planProblems } from "../plan-problems.ts";
export { sampleSession, type SampleTurn } from "./sample-session.ts";
export { sampleModel, sampleNotes, viewOf, withPlan, type SampleView } from "./view-of.ts";

const line = (index: number) => `line ${index}: the quick brown fox jumps over the lazy dog\n`;
const output = (lines: number) => Array.from({ length: lines }, (_, index) => line(index)).join("");
const rule = "Never touch the folder legacy. Always answer in short sentences.";

function working(turns: number, lines: number): SampleTurn[] {
  return [
    { user: rule },
    ...Array.from({ length: turns }, (_, index): SampleTurn => ({
      ...(index % 5 === 0 ? { user: `Now do step ${index}.` } : {}),
      said: `I do step ${index}.`,
      results: [output(lines), `step ${index} ok`],
    })),
  ];
}

const situations: readonly {
  readonly name: string;
  readonly journal: readonly Entry[];
  readonly view: SampleView;
}[] = [
  { name: "a long session", journal: sampleSession(working(40, 20)), view: { window: 16_000 } },
  {
    name: "a session of a few huge results",
    journal: sampleSession(working(3, 400)),
    view: { window: 16_000 },
  },
  {
    name: "a session whose last call has no result",
    journal: sampleSession([...working(40, 20), { results: ["done", "lost"], open: true }]),
    view: { window: 16_000 },
  },
  {
    name: "a session that was asked to be shorter",
    journal: sampleSession(working(20, 20)),
    view: { cause: "asked", window: 100_000, wish: "the names of files" },
  },
  ...[1, 2, 3, 4, 5, 6].map((overflows) => ({
    name: `refusal ${overflows} in a row`,
    journal: sampleSession(working(30, 20)),
    view: { cause: "overflow", overflows } as const,
  })),
];

/**
 * The rules of a `Compaction`, as a vitest suite for any implementation: see `planProblems`.
 *
 * @param make - creates a new one for each test.
 */
export function compactionContract(name: string, make: () => Compaction): void {
  const plan = (view: ContextView): Promise<ContextPlan> => make().plan(view, new AbortController().signal);

  describe(`${name} keeps the laws of a compaction`, () => {
    it.each(situations)("leaves a sound conversation of $name", async ({ journal, view }) => {
      const seen = viewOf(journal, view);
      expect(await planProblems(seen, await plan(seen))).toEqual([]);
    });

    it("leaves a short conversation alone", async () => {
      const seen = viewOf(sampleSession(working(2, 2)), { window: 200_000 });
      expect((await plan(seen)).entries).toEqual([]);
    });

    it("does something about a request that was refused", async () => {
      const seen = viewOf(sampleSession(working(30, 20)), {
        cause: "overflow",
        overflows: 1,
        window: 16_000,
      });
      expect((await plan(seen)).entries.length).toBeGreaterThan(0);
    });

    it("answers the same for the same", async () => {
      const journal = sampleSession(working(40, 20));
      expect(await plan(viewOf(journal, { window: 16_000 }))).toEqual(
        await plan(viewOf(journal, { window: 16_000 })),
      );
    });

    it("stays sound one after the other", async () => {
      const compaction = make();
      let journal = sampleSession(working(20, 20));
      for (let round = 0; round < 6; round++) {
        const seen = viewOf(journal, { window: 12_000 });
        const next = await compaction.plan(seen, new AbortController().signal);
        expect(await planProblems(seen, next)).toEqual([]);
        journal = withPlan(journal, next);
        const more = sampleSession(working(12, 20).slice(1));
        const offset = journal.at(-1)?.seq ?? 0;
        journal.push(...more.slice(1).map((entry, index) => moved(entry, offset + 1 + index, round)));
      }
    });

    it("stops when it is told to", async () => {
      const seen = viewOf(sampleSession(working(40, 20)), { window: 16_000 });
      const stopped = AbortSignal.abort(new Error("enough"));
      await expect(make().plan(seen, stopped)).rejects.toThrow("enough");
    });
  });
}

/** With entry numbers and call ids of its own. */
function moved(entry: Entry, seq: number, round: number): Entry {
  const text = JSON.stringify({ ...entry, seq });
  return JSON.parse(text.replaceAll('"call_', `"round${round}_call_`)) as Entry;
}
