import { describe, expect, it } from "vitest";
import { isCount, knownCounters } from "../src/index.ts";

describe("a counter", () => {
  it.each([0, 1, 0.5, 1e9])("is %s", (value) => expect(isCount(value)).toBe(true));

  it.each([-1, Number.NaN, "7", null, undefined, true, [], { tokens: 7 }])("is not %j", (value) => {
    expect(isCount(value)).toBe(false);
  });

  it("that is none is left out of the usage", () => {
    expect(knownCounters({ input: 0, output: -1, cacheRead: "9", cacheWrite: null, reasoning: 3 })).toEqual({
      input: 0,
      reasoning: 3,
    });
    expect(knownCounters({ input: undefined })).toEqual({});
  });
});
