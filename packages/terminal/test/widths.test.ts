import { stripVTControlCharacters } from "node:util";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../src/markdown.ts";
import { columnsOf, truncate, wrap } from "../src/width.ts";

const paint = (_: unknown, text: string) => text;

/** Columns as terminals count them. */
const known: readonly (readonly [string, string, number])[] = [
  ["Latin", "abc", 3],
  ["Chinese", "日本語", 6],
  ["Hangul", "한글", 4],
  ["halfwidth katakana", "ｱｲ", 2],
  ["fullwidth Latin", "ＡＢ", 4],
  ["a combining accent", "e\u0301", 1],
  ["several combining marks", "a\u0301\u0302", 1],
  ["an emoji", "🚀", 2],
  ["an emoji with a skin colour", "👍🏽", 2],
  ["a family of joined emoji", "👩‍👩‍👧", 2],
  ["a flag", "🇩🇪", 2],
  ["a heart with a variation selector", "❤️", 2],
  ["a zero-width space", "\u200b", 0],
  ["signs of cards and boxes", "●▌›│─╭…·−✓", 10],
  ["an hourglass", "⏳", 2],
  ["a styled text", "\x1b[31mred\x1b[39m", 3],
];

const piece = fc.constantFrom(...known.map(([, text]) => text), " ", "word", "x");
const words = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(""));

describe("text that is cut", () => {
  it("stays without styles, and keeps those it has from going on", () => {
    expect(truncate("one two three", 8)).toBe("one two…");
    expect(truncate("\x1b[31mone two three", 8)).toBe("\x1b[31mone two\x1b[0m…\x1b[0m");
  });
});

describe("columns", () => {
  it.each(known)("of %s", (_, text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it("of wrapped and of shortened text are never more than there are", () => {
    checkProperty(
      fc.property(words, fc.integer({ min: 2, max: 40 }), (text, width) => {
        expect(wrap(text, width).filter((line) => columnsOf(line) > width)).toEqual([]);
        expect(columnsOf(truncate(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });

  it("of a table stand below one another, whatever its cells hold", () => {
    // Neither the borders of the table nor styles.
    const cell = words.map((text) => stripVTControlCharacters(text).replaceAll(/[│─]/g, "").trim() || "x");
    checkProperty(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 4 }), (rows) => {
        const source = ["| a | b | c |", "| - | -: | :-: |", ...rows.map((row) => `| ${row.join(" | ")} |`)];
        const lines = renderMarkdown(source.join("\n"), { width: 60, paint });
        const columns = lines.map((line) =>
          line
            .split(/[│┼]/)
            .slice(0, -1)
            .map((part) => columnsOf(part))
            .join(),
        );
        expect(new Set(columns.slice(2)).size).toBeLessThanOrEqual(1);
        expect(lines.every((line) => columnsOf(line) <= 60)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
