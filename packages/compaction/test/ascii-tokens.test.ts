import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { estimateTokenCount } from "tokenx";
import { describe, expect, it } from "vitest";
import { asciiTokens } from "../src/tokens/ascii-tokens.ts";

const key = { pattern: /^(?=[A-Za-z]*\d)[A-Za-z0-9]{10,}$/, averageCharsPerToken: 2.2 };
const asLibrary = (text: string) => estimateTokenCount(text, { languageConfigs: [key] });

const ascii = fc.string({ unit: "binary-ascii", maxLength: 40 });
/** Pieces that the rules are about, in any order. */
const piece = fc.oneof(
  fc.constantFrom("\n", "\r\n", " ", "\n  ", "\t", "\v", "...", "=======", "'", "\0", "it's", "word", "Word"),
  fc.stringMatching(/^[a-z]{1,12}$/),
  fc.stringMatching(/^[A-Za-z0-9]{1,30}$/),
  fc.stringMatching(/^\d{1,12}$/),
  fc.stringMatching(/^[.,!?;(){}[\]<>:/\\|@#$%^&*+=`~_"-]{1,10}$/),
  ascii,
);

describe("tokens of ASCII", () => {
  it("are as many as the library counts", () => {
    checkProperty(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        expect(asciiTokens(text, 2.2)).toBe(asLibrary(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("are not counted of other texts", () => {
    checkProperty(
      fc.property(
        ascii,
        fc.constantFrom("é", "\u{1f600}", "\ud800", "漢", "\u0080"),
        ascii,
        (before, other, after) => {
          expect(asciiTokens(before + other + after, 2.2)).toBeUndefined();
        },
      ),
    );
  });
});
