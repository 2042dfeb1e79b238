import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { compactionStrategies, createTranscript, extractText, type ContextView } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { planProblems, sampleNotes, sampleSession, viewOf, withPlan } from "../src/conformance/index.ts";
import { createCompaction, estimateTokens } from "../src/index.ts";
import { turns } from "./generated-sessions.ts";

const signal = new AbortController().signal;
const strategies = fc.constantFrom(...compactionStrategies);
const answers = fc.constantFrom<() => Promise<string>>(
  () => Promise.resolve(sampleNotes),
  () => Promise.resolve(""),
  () => Promise.resolve("### Goal\n" + "words and words ".repeat(9_000)),
  () => Promise.reject(new Error("the model is gone")),
);

describe("any plan for any session", () => {
  it("is sound, for each cause, window, strategy and summariser", async () => {
    await checkProperty(
      fc.asyncProperty(
        turns,
        fc.integer({ min: 3_000, max: 40_000 }),
        strategies,
        answers,
        fc.constantFrom<ContextView["cause"]>("before-call", "asked", "overflow"),
        fc.integer({ min: 1, max: 6 }),
        async (some, window, strategy, ask, cause, refusals) => {
          const overflows = cause === "overflow" ? refusals : 0;
          const view = viewOf(sampleSession(some), { cause, overflows, window, ask });
          const plan = await createCompaction({ strategy }).plan(view, signal);
          expect(await planProblems(view, plan)).toEqual([]);
        },
      ),
      { numRuns: 80 },
    );
  });

  it("leaves no session above its window, and the rule of the user in it", async () => {
    await checkProperty(
      fc.asyncProperty(turns, fc.integer({ min: 3_000, max: 40_000 }), answers, async (some, window, ask) => {
        const journal = sampleSession(some);
        const plan = await createCompaction().plan(viewOf(journal, { window, ask }), signal);
        const after = viewOf(withPlan(journal, plan));
        expect(estimateTokens(after.request)).toBeLessThanOrEqual(window);
        const texts = createTranscript(withPlan(journal, plan))
          .messages()
          .map(({ content }) => extractText(content));
        expect(texts.join("\n")).toContain("Never touch the folder legacy, and always run the tests.");
      }),
      { numRuns: 60 },
    );
  });

  it("comes to an end under refusals: each is smaller than the one before", async () => {
    await checkProperty(
      fc.asyncProperty(turns, answers, async (some, ask) => {
        let journal = sampleSession(some);
        const compaction = createCompaction();
        let size = estimateTokens(viewOf(journal).request);
        for (let overflows = 1; overflows <= 6; overflows++) {
          const plan = await compaction.plan(viewOf(journal, { cause: "overflow", overflows, ask }), signal);
          if (plan.entries.length === 0) break;
          journal = withPlan(journal, plan);
          const now = estimateTokens(viewOf(journal).request);
          expect(now).toBeLessThan(size);
          size = now;
        }
        expect(size).toBeLessThan(2_000);
      }),
      { numRuns: 25 },
    );
  });
});
