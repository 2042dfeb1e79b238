import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clip, type Clipped } from "../src/index.ts";

const mark = /^\[… (?:([\d,]+) lines, )?([\d,]+) bytes left out …\]$/m;

/** Whole when it fits; otherwise both ends of the text, within the limit, and the right number between. */
function isHonest(text: string, clipped: Clipped, maxBytes: number): boolean {
  if (!clipped.clipped) return clipped.text === text && Buffer.byteLength(text) <= maxBytes;
  const found = mark.exec(clipped.text);
  const before = clipped.text.slice(0, found?.index);
  const tail = clipped.text.slice(before.length + (found?.[0].length ?? 0) + 1);
  const missing = Number(found?.[2]?.replaceAll(",", ""));
  // A head that was cut inside a line got a newline of its own.
  return [before, before.slice(0, -1)].some((head) => {
    const kept = Buffer.byteLength(head) + Buffer.byteLength(tail);
    const fits = kept <= maxBytes && kept + missing === Buffer.byteLength(text);
    return fits && text.startsWith(head) && text.endsWith(tail);
  });
}

describe("clip", () => {
  it("leaves alone what fits", () => {
    expect(clip("a\nb\n", { maxBytes: 4, maxLines: 2 })).toEqual({ text: "a\nb\n", clipped: false });
  });

  it("keeps whole lines of both ends and says how many are missing", () => {
    const text = Array.from({ length: 10 }, (_, i) => `line ${i}`).join("\n");
    expect(clip(text, { maxLines: 4 }).text).toBe(
      "line 0\nline 1\n[… 6 lines, 42 bytes left out …]\nline 8\nline 9",
    );
  });

  it("cuts inside a line only when not one line fits", () => {
    expect(clip("x".repeat(1000), { maxBytes: 10 }).text).toBe("xxxxx\n[… 990 bytes left out …]\nxxxxx");
  });

  it.each([
    [12, "token abc/d=\n[…"],
    [14, "token abc/d=,\n[…"],
    [20, "token abc/d=,x-9,\n[…"],
  ])("leaves no half of a word at a cut of %i bytes in a long line", (half, head) => {
    const text = `token abc/d=,x-9,${"y".repeat(5)}${", z".repeat(100)}${"y".repeat(5)},9-x,=d/cba nekot`;
    const clipped = clip(text, { maxBytes: half * 2 }).text;
    expect(clipped.startsWith(head)).toBe(true);
    const mirrored = head.slice(0, -3).split("").toReversed().join("");
    expect(clipped.endsWith(`…]\n${mirrored}`)).toBe(true);
  });

  it("never splits a character", () => {
    const { text } = clip("🔍".repeat(100), { maxBytes: 22 });
    expect(text).toBe("🔍🔍\n[… 384 bytes left out …]\n🔍🔍");
  });

  const lines = fc
    .array(fc.string({ unit: "binary", maxLength: 30 }), { maxLength: 40 })
    .map((all) => all.join("\n"));

  it("is an end of the text on both sides, within the limits, and counts the rest exactly", () => {
    checkProperty(
      fc.property(
        lines,
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 0, max: 20 }),
        (text, maxBytes, maxLines) => {
          fc.pre(!mark.test(text));
          expect(isHonest(text, clip(text, { maxBytes, maxLines }), maxBytes)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
