import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { emptyFrame, frameBytes, type Frame } from "../src/screen/region-frame.ts";

const columns = 20;
const rows = 8;

/** As much of a terminal as the frames use: it scrolls, and keeps what has scrolled away. */
function createTerminal() {
  const lines: string[] = [""];
  let [row, column] = [0, 0];
  const top = () => Math.max(0, lines.length - rows);
  return {
    write(bytes: string): void {
      // oxlint-disable-next-line no-control-regex
      for (const [token, count, final] of bytes.matchAll(/\x1b\[\??(\d*)([A-Za-z])|[^]/g)) {
        if (token === "\r") column = 0;
        else if (token === "\n") {
          row++;
          if (row === lines.length) lines.push("");
        } else if (final === "A") row = Math.max(top(), row - Number(count || 1));
        else if (final === "K") lines[row] = count === "2" ? "" : (lines[row] ?? "").slice(0, column);
        else if (final === "G") column = Number(count) - 1;
        else if (final === "J") {
          lines[row] = (lines[row] ?? "").slice(0, column);
          lines.fill("", row + 1);
        } else if (final === undefined) {
          const line = (lines[row] ?? "").padEnd(column);
          lines[row] = line.slice(0, column) + token + line.slice(column + 1);
          column++;
        }
      }
    },
    /** From the first line on, without empty ones at the end. */
    text: () => lines.join("\n").trimEnd(),
  };
}

const line = fc.string({ unit: "grapheme-ascii", maxLength: columns - 1 }).map((text) => text.trimEnd());
const step = fc.record({
  region: fc.array(line, { maxLength: rows - 1 }),
  printed: fc.array(line, { maxLength: 12 }),
});

it("shows what was printed and then the region, and never touches what was there before", () => {
  checkProperty(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const terminal = createTerminal();
      terminal.write("$ skein\r\n");
      let frame: Frame = emptyFrame;
      const above = ["$ skein"];
      for (const { region, printed } of steps) {
        const next: Frame = { lines: region, columns };
        terminal.write(frameBytes(frame, next, printed));
        above.push(...printed);
        frame = next;
        expect(terminal.text()).toBe([...above, ...region].join("\n").trimEnd());
      }
      terminal.write(`${frameBytes(frame, { lines: [], columns }, [])}$ next`);
      expect(terminal.text()).toBe([...above, "$ next"].join("\n"));
    }),
    { numRuns: 500 },
  );
});

it("writes only the line that has changed", () => {
  const before: Frame = { lines: ["a", "b", "c"], columns };
  expect(frameBytes(before, before, [])).toBe("");
  const bytes = frameBytes(before, { lines: ["a", "B", "c"], columns }, []);
  expect(bytes).toContain("B");
  expect(bytes).not.toMatch(/[ac](?![a-z0-9])/);
});

it("removes the rows that a narrower terminal has made of a long line", () => {
  const before: Frame = { lines: ["x".repeat(30), "end"], columns: 40 };
  expect(frameBytes(before, { lines: ["new"], columns: 20 }, [])).toContain("\r\x1b[2A\x1b[J");
});
