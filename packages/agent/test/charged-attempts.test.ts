import type { AttemptEvent } from "@skein/protocol";
import { describe, expect, it } from "vitest";
import { counted, end, failure, price, runOnBudget, start, textEvents, type Turn } from "./budgeted-run.ts";

const unbilled = true;
const wait = (attempt = 1): AttemptEvent => ({ type: "retry-wait", ms: 1, reason: "", attempt, unbilled });
const restarted: AttemptEvent = { type: "reply-restarted", attempt: 2, reason: "" };
const other: AttemptEvent = {
  type: "model-switched",
  provider: "b",
  model: "b",
  reason: "",
  price,
  unbilled,
};
const text = textEvents("Hello");
const answer: Turn = [start, ...text, end(counted)];
const usage: AttemptEvent = { type: "usage", usage: { input: 40, cacheRead: 0, cacheWrite: 0 } };

/** What the provider says was not billed, each attempt as `charged` or `free`. */
const attempts: readonly (readonly [string, Turn, readonly string[]])[] = [
  ["turned away, then retried", [wait(), ...answer], ["free", "charged"]],
  ["turned away, then another model", [other, ...answer], ["free", "charged"]],
  ["turned away", [failure(unbilled)], ["free"]],
  ["started, then retried", [start, wait(), ...answer], ["charged", "charged"]],
  [
    "started, then retried and restarted",
    [start, ...text, wait(), restarted, ...answer],
    ["charged", "charged"],
  ],
  ["started, then another model", [start, ...text, other, ...answer], ["charged", "charged"]],
  [
    "started, then restarted by another model",
    [start, ...text, restarted, other, ...answer],
    ["charged", "charged"],
  ],
  ["started, then restarted at once", [start, ...text, restarted, ...answer], ["charged", "charged"]],
  ["started", [start, failure(unbilled)], ["charged"]],
  ["started to answer", [start, ...text, failure(unbilled)], ["charged"]],
  [
    "started again after a restart",
    [start, ...text, restarted, start, failure(unbilled)],
    ["charged", "charged"],
  ],
  [
    "turned away after a broken one",
    [start, ...text, wait(), restarted, failure(unbilled)],
    ["charged", "free"],
  ],
  ["turned away twice", [wait(1), wait(2), ...answer], ["free", "free", "charged"]],
];

describe("an attempt that its provider does not bill is free unless it had started to answer", () => {
  it.each(attempts)("%s", async (_, turn, expected) => {
    const { settled, entries } = await runOnBudget([turn]);
    const tokens = settled.map(([charge]) => charge?.tokens ?? NaN);
    expect(tokens.map((count) => (count > 0 ? "charged" : "free"))).toEqual(expected);
    expect(settled.map((charges) => charges.length)).toEqual(settled.map(() => 1));
    const result = entries.find((entry) => entry.kind === "model-result");
    const inJournal =
      result?.chargedTokens ?? Object.values(result?.usage ?? {}).reduce((sum, count) => sum + count, 0);
    expect(inJournal).toBe(tokens.reduce((sum, count) => sum + count, 0));
  });

  it("a broken attempt is charged its counted prompt, and what may have been made of its text", async () => {
    const { settled } = await runOnBudget([[start, usage, ...text, wait(), restarted, ...answer]]);
    // 64 tokens for the part, 5 bytes of text.
    expect(settled[0]).toMatchObject([{ tokens: 40 + 64 + 5, isEstimate: true }]);
    expect(settled[1]).toMatchObject([{ tokens: 15, isEstimate: false }]);
  });
});
