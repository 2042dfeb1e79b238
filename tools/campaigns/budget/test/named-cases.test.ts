import { describe, expect, it } from "vitest";
import { wires } from "../../wires/wires.ts";
import { holdCase, type BudgetCase } from "../hold-case.ts";

const wire = wires.find(({ name }) => name === "openai chat")!;

const usual: BudgetCase = {
  seed: 7,
  price: { input: 30, output: 150, cacheRead: 3, cacheWrite: 30 },
  maxCostUsd: 0.5,
  maxTokens: undefined,
  omitted: [],
  honoursLimit: true,
  tokensPerByte: 0.5,
  failures: 0,
  outputTokens: 64_000,
  effort: "none",
  agents: 1,
  crashAt: undefined,
};
const cheap = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3 };

const cases: readonly [string, Partial<BudgetCase>][] = [
  ["--max-cost 0.5, and the server leaves out cached_tokens", { omitted: ["prompt_tokens_details"] }],
  ["--max-cost 0.5, and no usage at all", { omitted: "all" }],
  ["--max-tokens 30000, and no usage at all", { omitted: "all", maxCostUsd: undefined, maxTokens: 30_000 }],
  ["twenty agents on one budget of $2", { agents: 20, maxCostUsd: 2 }],
  ["streams that are cut and requests that fail", { failures: 60 }],
  ["--max-cost 0.05, and a reply that does not end", { maxCostUsd: 0.05, price: cheap, honoursLimit: false }],
];

// What is charged is never less than what is billed, and never more than the limit.
describe("a limit is not passed, and its run ends as budget", () => {
  it.each(cases)("%s", async (_, held) => {
    const { billed, broken, outcomes } = await holdCase(wire, { ...usual, ...held });
    expect(broken).toEqual([]);
    expect(billed.requests).toBeGreaterThan(0);
    expect(billed.usd).toBeGreaterThan(0);
    expect(new Set(outcomes)).toEqual(new Set(["budget"]));
  });
});
