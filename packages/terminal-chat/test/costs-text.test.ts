import { expect, it } from "vitest";
import type { Costs } from "@skein/sessions";
import { costsText } from "../src/commands/results/costs-text.ts";

const call = { requests: 1, costUsd: 0.3, hasUnknownCost: false };
const usage = { input: 10, output: 2 };

/** Two models, of which the second one is as given. */
function textOf(second: Pick<Costs, "costUsd" | "usage" | "hasUnknownCost">): readonly string[] {
  const one = { ...call, usage, provider: "openai", model: "first" };
  const other = { ...call, ...second, provider: "openrouter", model: "second" };
  const costUsd = one.costUsd + other.costUsd;
  const all = { ...other, requests: 2, costUsd };
  return costsText({ ...all, models: [one, other], purposes: [], inherited: one }).split("\n");
}

it("says which part of a cost the provider has reported", () => {
  expect(
    textOf({ costUsd: 0.1 + 0.2, usage: { ...usage, reportedUsd: 0.3 }, hasUnknownCost: false }),
  ).toEqual([
    "openai first: 1 request, 12 tokens, $0.3000",
    "openrouter second: 1 request, 12 tokens, $0.3000 (all as the provider reports)",
    "In all: 2 requests, 12 tokens, $0.6000 ($0.3000 as the provider reports)",
  ]);
});

it("says that models cost nothing", () => {
  expect(textOf({ costUsd: 0, usage, hasUnknownCost: false })).toEqual([
    "openai first: 1 request, 12 tokens, $0.3000",
    "openrouter second: 1 request, 12 tokens, free",
    "In all: 2 requests, 12 tokens, $0.3000",
  ]);
});

it("does not say so while a cost is unknown", () => {
  expect(textOf({ costUsd: 0, usage, hasUnknownCost: true })[1]).toBe(
    "openrouter second: 1 request, 12 tokens, cost unknown",
  );
});
