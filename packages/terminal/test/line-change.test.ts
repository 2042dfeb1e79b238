import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { lineChange } from "../src/screen/line-change.ts";

interface Cell {
  readonly text: string;
  readonly style: string;
}

const kinds: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:3[0-8]|9[0-7])(?:;|$)/, "39", "fg"],
  [/^(?:4[0-8])(?:;|$)/, "49", "bg"],
  [/^[12]$/, "22", "weight"],
  [/^3$/, "23", "italic"],
  [/^4$/, "24", "underline"],
];

/** A row of a terminal: its cells, each with the styles that were on when it was written. */
function row() {
  let cells: (Cell | undefined)[] = [];
  let column = 0;
  const styles = new Map<string, string>();
  return {
    write(bytes: string) {
      column = 0;
      // oxlint-disable-next-line no-control-regex
      for (const [token, parameters = "", final] of bytes.matchAll(/\x1b\[([\d;]*)([A-Za-z])|[^]\p{M}*/gu)) {
        if (final === "G") column = Number(parameters) - 1;
        else if (final === "K") cells = parameters === "2" ? [] : cells.slice(0, column);
        else if (final === "m") {
          if (parameters === "0" || parameters === "") styles.clear();
          for (const [begins, ends, kind] of kinds) {
            if (parameters === ends) styles.delete(kind);
            else if (begins.test(parameters))
              styles.set(kind, kind === "weight" ? `${styles.get(kind) ?? ""}${parameters}` : parameters);
          }
        } else
          cells[column++] = {
            text: token,
            style: JSON.stringify([...styles.entries()].map(([kind, code]) => `${kind} ${code}`).toSorted()),
          };
      }
    },
    cells: () => cells,
  };
}

const styled = fc.constantFrom(
  "\x1b[38;2;1;2;3m",
  "\x1b[39m",
  "\x1b[1m",
  "\x1b[2m",
  "\x1b[22m",
  "\x1b[3m",
  "\x1b[23m",
  "\x1b[44m",
  "\x1b[49m",
);
const letters = fc.constantFrom(
  "a",
  "b",
  " ",
  "word ",
  "longer words ",
  "é",
  "e\u0301",
  "a\u0301",
  "\u0301",
  "│",
);
const reset = "\x1b[39m\x1b[49m\x1b[22m\x1b[23m";
const part = fc.oneof({ weight: 3, arbitrary: letters }, { weight: 1, arbitrary: styled });
const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));

it("makes a row what writing all of it would", () => {
  checkProperty(
    fc.property(text, text, text, (start, one, other) => {
      const [before, after] = [`${start}${one}${reset}`, `${start}${other}${reset}`];
      const [changed, whole] = [row(), row()];
      changed.write(`\x1b[2K${before}`);
      changed.write(lineChange(before, after));
      whole.write(`\x1b[2K${after}`);
      expect(changed.cells()).toEqual(whole.cells());
    }),
    { numRuns: 2_000 },
  );
});

it("keeps what both begin with, with the styles that are on there", () => {
  const [on, off] = ["\x1b[38;2;1;2;3m", "\x1b[39m"];
  expect(lineChange(`${on}const${off} sum = ${on}ab${off}`, `${on}const${off} sum = ${on}abc${off}`)).toBe(
    `\x1b[15G\x1b[K${on}c${off}`,
  );
  expect(lineChange(undefined, "new")).toBe("\x1b[2Knew");
  expect(lineChange("a line of e", "a line of e\u0301")).toBe("\x1b[11G\x1b[Ke\u0301");
});
