import { checkProperty, sampleValues } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";

it("parses what it prints", () => {
  checkProperty(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(JSON.stringify(value))).toEqual(value);
    }),
  );
  expect(sampleValues(fc.nat(), 20)).toHaveLength(20);
});
