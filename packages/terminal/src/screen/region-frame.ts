import { columnsOf } from "../text/text-width.ts";
import { lineChange } from "./line-change.ts";

/** What stands at the bottom of the terminal, as it was last written. */
export interface Frame {
  readonly lines: readonly string[];
  /** Columns of the terminal when it was written. */
  readonly columns: number;
}

export const emptyFrame: Frame = { lines: [], columns: 0 };

// Synchronized output, so that half a frame is never seen; no wrapping, so that a line whose width terminals do not agree
// on stays one row and the rows can be counted.
const begin = "\x1b[?2026h\x1b[?7l";
const end = "\x1b[?7h\x1b[?2026l";
const clearBelow = "\x1b[J";

/**
 * The bytes that take a terminal from one frame to the next. The cursor is on the last line of `before` and ends on the
 * last line of `after`; nothing above the first line of `before` is touched. `printed` goes above the new frame and
 * becomes part of the scrollback.
 */
export function frameBytes(before: Frame, after: Frame, printed: readonly string[]): string {
  // Behind what was printed last the cursor stands on a line of its own.
  const lines = [...printed, ...(after.lines.length === 0 && printed.length > 0 ? [""] : after.lines)];
  if (before.columns !== after.columns && before.lines.length > 0) {
    // What the terminal wrapped again is cleared at once.
    const body = lines.join("\r\n");
    return `${begin}${toTop(before, after.columns)}${clearBelow}${body}${end}`;
  }
  // Most of what is printed stood in the frame already, in the same rows.
  return changedLines(before.lines, lines);
}

/** Rewrites only the lines that differ, from where they do. */
function changedLines(before: readonly string[], after: readonly string[]): string {
  const first = after.findIndex((line, row) => line !== before[row]);
  if (first === -1 && after.length === before.length) return "";
  const rows = Math.max(0, before.length - 1);
  let row = rows;
  let bytes = "";
  const goTo = (target: number) => {
    if (target < row) bytes += `\r\x1b[${row - target}A`;
    // A line feed scrolls at the bottom, where moving down would stop.
    else if (target > row) bytes += "\r\n".repeat(target - row);
    else bytes += "\r";
    row = target;
  };
  for (const [at, line] of after.entries()) {
    if (line === before[at]) continue;
    goTo(at);
    bytes += lineChange(before[at], line);
  }
  if (after.length < before.length) {
    goTo(after.length);
    bytes += clearBelow;
  }
  const last = Math.max(0, after.length - 1);
  if (row !== last) goTo(last);
  return `${begin}${bytes}${end}`;
}

/** From the last line to the first. Terminals wrap long lines again when they get narrower: then there are more rows. */
function toTop({ lines, columns }: Frame, columnsNow: number): string {
  const rowsOf = (line: string) =>
    columnsNow >= columns ? 1 : Math.max(1, Math.ceil(columnsOf(line) / Math.max(1, columnsNow)));
  const rows = lines.reduce((sum, line) => sum + rowsOf(line), 0);
  return rows > 1 ? `\r\x1b[${rows - 1}A` : "\r";
}
