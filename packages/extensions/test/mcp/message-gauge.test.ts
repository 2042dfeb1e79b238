import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageGauge } from "../../src/mcp/transport/message-gauge.ts";

/** What is wrong with a text that arrives in pieces of some bytes. */
function exceeds(text: string, size = 7, maxBytes = 16_777_216): string | undefined {
  const gauge = messageGauge(maxBytes);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    const problem = gauge.add(bytes.subarray(at, at + size));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const deep = "values nested more than 500 deep";
const nested = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count);

describe("a message that arrives in pieces", () => {
  it.each<[name: string, text: string, problem: string | undefined]>([
    ["500 lists", nested("[", "]", 500), undefined],
    ["501 lists", nested("[", "]", 501), deep],
    ["500 objects", nested('{"a":', "}", 500), undefined],
    ["501 objects", nested('{"a":', "}", 501), deep],
    ["lists side by side", "[]".repeat(2000), undefined],
    ["objects side by side", "{}".repeat(2000), undefined],
    ["brackets in a text", JSON.stringify("[".repeat(1000)), undefined],
    ["braces in a text", JSON.stringify("{".repeat(1000)), undefined],
    ["brackets behind an escaped quote", JSON.stringify(`"${"[".repeat(1000)}`), undefined],
    ["brackets behind an escaped backslash", `"\\\\"${"[".repeat(501)}`, deep],
    ["brackets behind a text that ends in a backslash", JSON.stringify(["\\"]) + "[".repeat(501), deep],
    ["brackets behind a text with an escape", `"\\n"${"[".repeat(501)}`, deep],
    ["brackets behind an empty text", `""${"[".repeat(501)}`, deep],
    ["500,000 values", `[${"1,".repeat(499_999)}`, undefined],
    ["more than 500,000 values", `[${"1,".repeat(500_000)}`, "more than 500,000 values"],
    ["500,001 empty lists", "[]".repeat(500_001), "more than 500,000 values"],
    ["commas in a text", JSON.stringify(",".repeat(500_001)), undefined],
  ])("is measured: %s", (_, text, problem) => {
    expect(exceeds(text, 4096)).toBe(problem);
  });

  it("is measured the same in pieces of any size", () => {
    checkProperty(
      fc.property(fc.json(), fc.integer({ min: 1, max: 9 }), (json, size) => {
        expect(exceeds(json, size)).toBeUndefined();
        expect(exceeds(json + "[".repeat(501), size)).toBe(deep);
      }),
    );
  });

  it("may have as many bytes as it may have, and not one more", () => {
    expect(exceeds('"12345678"', 3, 10)).toBeUndefined();
    expect(exceeds('"123456789"', 3, 10)).toBe("more than 10 bytes");
    expect(exceeds("1".repeat(1001), 1, 1000)).toBe("more than 1,000 bytes");
  });

  it("is measured from the beginning after a reset, also within a text", () => {
    const gauge = messageGauge(600);
    expect(gauge.add(Buffer.from(`${"[".repeat(500)}"\\`))).toBeUndefined();
    gauge.reset();
    expect(gauge.add(Buffer.from(nested("[", "", 500)))).toBeUndefined();
    expect(gauge.add(Buffer.from("["))).toBe(deep);
  });
});
