import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "@skein/test-kit/generated";
import { indexedAny, indexedText, wordsOf } from "../../src/search/words.ts";

const asciiUnit = fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCharCode(code));

describe("words", () => {
  it.each([
    ["parseHTTPResponse", "parse http response", "parsehttpresponse"],
    ["SCREAMING_CASE snake_case", "screaming case snake case", ""],
    ["sha256Of utf8", "sha256 of utf8", "sha256of"],
    ["Größe", "grosse", ""],
    ["会话search中", "会 话 search 中", ""],
  ])("of %j are %j and %j", (text, parts, joined) => {
    expect(indexedText(text)).toEqual({ parts, joined });
  });

  it("are the same on the fast path", () => {
    checkProperty(
      fc.property(fc.string({ unit: asciiUnit, maxLength: 200 }), (text) => {
        expect(indexedText(text)).toEqual(indexedAny(text));
      }),
    );
  });

  it("have no space inside, also of a mark without a letter", () => {
    expect([...wordsOf("a \uFE72 b")].map(({ folded }) => folded)).toEqual(["a", "\u064C", "b"]);
  });

  it("of a text and of its index are the same, where they stand", () => {
    checkProperty(
      fc.property(anyText, (text) => {
        const words = [...wordsOf(text)];
        const { parts } = indexedText(text);
        expect(words.map(({ folded }) => folded).join(" ")).toBe(parts.split(" ").filter(Boolean).join(" "));
        for (const [index, { start, end }] of words.entries()) {
          expect(end).toBeGreaterThan(start);
          expect(start).toBeGreaterThanOrEqual(words[index - 1]?.end ?? 0);
        }
      }),
    );
  });
});
