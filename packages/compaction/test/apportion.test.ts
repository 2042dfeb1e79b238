import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apportion } from "../src/tokens/apportion.ts";

describe("shares of a total", () => {
  it("add up to it, each less than 1 from its exact share", () => {
    checkProperty(
      fc.property(fc.array(fc.nat(100_000), { minLength: 1 }), fc.nat(1_000_000), (amounts, total) => {
        const shares = apportion(amounts, total);
        const sum = amounts.reduce((before, amount) => before + amount, 0);
        expect(shares.reduce((before, share) => before + share, 0)).toBe(sum === 0 ? 0 : total);
        for (const [at, amount] of amounts.entries())
          expect(Math.abs(shares[at]! - (amount / (sum || 1)) * total)).toBeLessThan(1 + 1e-6);
      }),
    );
  });

  it("round up the largest remainders, the first of equal ones", () => {
    expect(apportion([1, 1, 1], 4)).toEqual([2, 1, 1]);
    expect(apportion([10, 1, 5], 8)).toEqual([5, 1, 2]);
  });
});
