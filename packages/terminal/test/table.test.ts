import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { table, type Column } from "../src/table.ts";
import { columnsOf } from "../src/width.ts";

const columns: readonly Column[] = [
  { title: "NAME", isFlexible: true },
  { title: "TURNS", align: "right" },
  { title: "FOLDER" },
];
const rows = [
  ["日本語の課題", "3", "~/shop"],
  ["🚀 release", "12", "~/a"],
  ["cafe\u0301", "100", "~/b"],
  ["plain", "7", "~/c"],
];

const linesOf = (width: number, cells: readonly (readonly string[])[] = rows) =>
  table(columns, cells, width).trimEnd().split("\n");

describe("a table", () => {
  it("lines its columns up by what a terminal shows", () => {
    expect(linesOf(80)).toEqual([
      "NAME          TURNS  FOLDER",
      "日本語の課題      3  ~/shop",
      "🚀 release       12  ~/a",
      "cafe\u0301            100  ~/b",
      "plain             7  ~/c",
    ]);
  });

  it("cuts the flexible column between characters that are two columns wide", () => {
    expect(linesOf(24)).toEqual([
      "NAME       TURNS  FOLDER",
      "日本語の…      3  ~/shop",
      "🚀 relea…     12  ~/a",
      "cafe\u0301         100  ~/b",
      "plain          7  ~/c",
    ]);
  });

  it("has its last column at the same place in every line", () => {
    const name = fc.array(fc.constantFrom("日", "한", "ｱ", "e\u0301", "👍🏽", "❤️", "a", " ", "-"), {
      maxLength: 12,
    });
    checkProperty(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 24, max: 60 }),
        (names, width) => {
          const lines = linesOf(
            width,
            names.map((parts) => [parts.join(""), "1", "|"]),
          );
          const ends = new Set(lines.slice(1).map((line) => columnsOf(line)));
          expect(ends.size).toBe(1);
          for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
