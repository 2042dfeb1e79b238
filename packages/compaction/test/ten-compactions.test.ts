import { createTranscript, extractText, type Entry } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { planProblems, sampleSession, viewOf, withPlan, type SampleTurn } from "../src/conformance/index.ts";
import { createCompaction, estimateTokens } from "../src/index.ts";

const rules = [
  "Never touch the folder legacy.",
  "Always write commit messages in Portuguese.",
  "The port of the test server is 8443, not 443.",
  "Prefer small files, and do not add dependencies without asking me.",
];
const window = 16_000;

const stretch = (round: number): SampleTurn[] =>
  Array.from({ length: 10 }, (_, index) => ({
    ...(index === 0 ? { user: rules[round] ?? `Now do part ${round}.` } : {}),
    said: `Round ${round}, step ${index}.`,
    results: [`${"output of some command\n".repeat(150)}round ${round} step ${index}`],
  }));

describe("ten compactions in a row", () => {
  it.each(["summarize", "truncate", "clear"] as const)(
    "wear out nothing the user said (%s)",
    async (strategy) => {
      const compaction = createCompaction({ strategy });
      let journal: readonly Entry[] = [];
      let compactions = 0;
      const asked: string[] = [];
      for (let round = 0; compactions < 10; round++) {
        for (const turn of stretch(round)) {
          journal = appended(journal, turn);
          const view = viewOf(journal, {
            window,
            ask: async ({ messages }) => {
              asked.push(messages.map(({ content }) => extractText(content)).join("\n"));
              return `### Goal\nGet through all rounds.\n### Done\nNotes number ${asked.length} tell of the work so far.`;
            },
          });
          const plan = await compaction.plan(view, new AbortController().signal);
          expect(await planProblems(view, plan)).toEqual([]);
          compactions += plan.entries.filter(({ kind }) => kind === "compaction").length;
          journal = withPlan(journal, plan);
          expect(estimateTokens(viewOf(journal).request)).toBeLessThanOrEqual(window * 0.75);
        }
        const texts = createTranscript(journal)
          .messages()
          .map(({ content }) => extractText(content));
        for (const rule of rules.slice(0, round + 1))
          expect(texts.filter((text) => text.includes(rule))).toHaveLength(1);
        expect(texts.filter((text) => text.startsWith("[Summary of"))).toHaveLength(compactions > 0 ? 1 : 0);
      }
      expect(asked.length > 0).toBe(strategy === "summarize");
      // What a model wrote is told on; what it did not write is not told to it as its own.
      const again = asked.slice(8);
      expect(again.every((text) => text.includes("tell of the work so far."))).toBe(true);
      expect(asked.some((text) => text.includes("## What the user said"))).toBe(false);
    },
  );
});

function appended(journal: readonly Entry[], turn: SampleTurn): readonly Entry[] {
  const [start, ...more] = sampleSession([turn]);
  const from = journal.length === 0 ? 1 : journal.length;
  const ids = JSON.stringify(more).replaceAll('"call_', `"call_${from}_`);
  const moved = (JSON.parse(ids) as Entry[]).map((entry, index) => ({ ...entry, seq: from + 1 + index }));
  return [...(journal.length === 0 && start ? [start] : journal), ...moved];
}
