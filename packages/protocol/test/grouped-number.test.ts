import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { groupedNumber } from "../src/index.ts";

it("writes numbers as English does", () => {
  checkProperty(
    fc.property(
      fc.oneof(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.maxSafeInteger(),
        fc.integer({ min: -10_000_000, max: 10_000_000 }).map((thousandths) => thousandths / 1000),
      ),
      (value) => {
        expect(groupedNumber(value)).toBe(new Intl.NumberFormat("en").format(value === 0 ? 0 : value));
      },
    ),
    { numRuns: 2000 },
  );
});
