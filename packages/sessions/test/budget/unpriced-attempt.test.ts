import { memoryJournal, type Entry, type EntryBody } from "@skein/protocol";
import { expect, it } from "vitest";
import { spentBefore } from "../../src/budget/index.ts";

const model = { provider: "p", model: "m" } as const;
const request: EntryBody = {
  ...model,
  kind: "model-request",
  purpose: "turn",
  options: {},
  requestHash: "",
  reservedUsd: 5,
  reservedTokens: 50,
};
const attempt: EntryBody = {
  kind: "model-attempt",
  request: 1,
  chargedTokens: 20,
  reservedUsd: 4,
  reservedTokens: 40,
};

it.each<[string, EntryBody, object]>([
  ["known", { ...attempt, costUsd: 2 }, { usd: 6, tokens: 60, isPriced: true }],
  ["unknown", attempt, { tokens: 60, isPriced: false }],
])("a request with a failed attempt whose cost is %s", async (_, failed, expected) => {
  const journal = memoryJournal();
  const entries = [request, failed].map((body, at): Entry => ({
    v: 1,
    seq: at + 1,
    at: 0,
    run: null,
    ...body,
  }));
  await journal.append("s", 0, entries);
  expect(await spentBefore(journal, "s")).toMatchObject({ ...expected, isEstimate: true });
});
