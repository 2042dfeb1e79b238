import { describe, expect, it } from "vitest";
import { summaryCost } from "../../src/views/sessions/summary-words.ts";

describe("a cost", () => {
  it("says how much of it is known", () => {
    expect(summaryCost({ costUsd: 0, hasUnknownCost: false })).toBe("$0");
    expect(summaryCost({ costUsd: 0, hasUnknownCost: true })).toBe("?");
    expect(summaryCost({ costUsd: 0.01234, hasUnknownCost: false })).toBe("$0.0123");
    expect(summaryCost({ costUsd: 12.345, hasUnknownCost: true })).toBe(">$12.35");
  });
});
