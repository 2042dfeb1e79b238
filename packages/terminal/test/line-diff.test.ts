import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileLines, lineDiff } from "../src/text/line-diff.ts";

describe("a difference of lines", () => {
  it("holds every line of any two texts that differ", () => {
    const someLines = fc.array(fc.constantFrom<string[]>("a", "b", "c", "", "d e"), { maxLength: 12 });
    checkProperty(
      fc.property(someLines, someLines, (before, after) => {
        const lines = lineDiff(before, after);
        const side = (marks: string) =>
          lines.filter((line) => marks.includes(line.charAt(0))).map((line) => line.slice(1));
        const [old, now] = [side(" -"), side(" +")];
        const text = (all: readonly string[]) => JSON.stringify(all);
        expect(lines.length === 0).toBe(text(before) === text(after));
        // Putting the new side in the place of the old one turns one text into the other.
        const isThere = Array.from({ length: before.length + 1 }, (_, at) => at).some(
          (at) =>
            text(before.slice(at, at + old.length)) === text(old) &&
            text(before.toSpliced(at, old.length, ...now)) === text(after),
        );
        expect(isThere).toBe(true);
      }),
    );
    expect(lineDiff(fileLines("a"), fileLines("a\n"))).not.toEqual([]);
  });
});
