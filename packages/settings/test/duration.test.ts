import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDuration } from "../src/index.ts";

describe("a duration", () => {
  it.each([
    ["90s", 90_000],
    ["10m", 600_000],
    ["1h30m", 5_400_000],
    ["1.5h", 5_400_000],
    ["2d", 172_800_000],
    ["250ms", 250],
    ["1m1ms", 60_001],
    ["0s", 0],
  ])("%s is %i ms", (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each([
    "",
    "90",
    "s",
    "1h 30m",
    "30m1h",
    "1h1h",
    "-5s",
    "5S",
    "5sec",
    "1e3s",
    "5mm",
    "٣s",
    `${"9".repeat(400)}d`,
  ])("is not %j", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it("is the sum of its parts", () => {
    const part = fc.nat({ max: 999 });
    checkProperty(
      fc.property(part, part, part, (hours, minutes, seconds) => {
        expect(parseDuration(`${hours}h${minutes}m${seconds}s`)).toBe(
          ((hours * 60 + minutes) * 60 + seconds) * 1000,
        );
      }),
    );
  });
});
