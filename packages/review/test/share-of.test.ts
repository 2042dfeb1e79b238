import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { shareOf } from "../src/share-of.ts";

const reviewers = fc.integer({ min: 1, max: 500 });

it("the shares of parallel reviewers add up to no more than the review may use, and to nearly all of it", () => {
  checkProperty(
    fc.property(
      reviewers,
      fc.double({ min: 0, max: 10_000, noNaN: true }),
      fc.integer({ min: 0, max: 1e9 }),
      (count, maxCostUsd, maxTokens) => {
        const share = shareOf({ maxCostUsd, maxTokens }, count);
        const [usd, tokens] = [(share.maxCostUsd ?? 0) * count, (share.maxTokens ?? 0) * count];
        // A sum of floating-point numbers is exact to some 16 digits.
        expect(usd).toBeLessThanOrEqual(maxCostUsd * (1 + 1e-12));
        expect(maxCostUsd - usd).toBeLessThan(count * 1e-9 + 1e-9);
        expect(tokens).toBeLessThanOrEqual(maxTokens);
        expect(maxTokens - tokens).toBeLessThan(count);
      },
    ),
  );
});

it("a review without limits has reviewers without limits", () => {
  expect(shareOf({}, 3)).toEqual({});
});
