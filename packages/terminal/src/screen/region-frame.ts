import { columnsOf } from "../text/text-width.ts";

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
const clearLine = "\x1b[2K";
const clearBelow = "\x1b[J";

/**
 * The bytes that take a terminal from one frame to the next. The cursor is on the last line of `before` and ends on the
 * last line of `after`; nothing above the first line of `before` is touched. `printed` goes above the new frame and
 * becomes part of the scrollback.
 */
export function frameBytes(before: Frame, after: Frame, printed: readonly string[]): string {
  const resized = before.columns !== after.columns && before.lines.length > 0;
  if (resized || printed.length > 0) {
    const body = [...printed, ...after.lines].map((line) => clearLine + line).join("\r\n");
    // What the terminal wrapped again is cleared at once; otherwise line by line, which does not flicker.
    const clearFirst = resized ? clearBelow : "";
    const rest = printed.length > 0 && after.lines.length === 0 ? "\r\n" : "";
    return `${begin}${toTop(before, after.columns)}${clearFirst}${body}${rest}${clearBelow}${end}`;
  }
  return changedLines(before, after);
}

/** Rewrites only the lines that differ. */
function changedLines(before: Frame, after: Frame): string {
  const first = after.lines.findIndex((line, row) => line !== before.lines[row]);
  if (first === -1 && after.lines.length === before.lines.length) return "";
  const rows = Math.max(0, before.lines.length - 1);
  let row = rows;
  let bytes = "";
  const goTo = (target: number) => {
    if (target < row) bytes += `\r\x1b[${row - target}A`;
    // A line feed scrolls at the bottom, where moving down would stop.
    else if (target > row) bytes += "\r\n".repeat(target - row);
    else bytes += "\r";
    row = target;
  };
  for (const [at, line] of after.lines.entries()) {
    if (line === before.lines[at]) continue;
    goTo(at);
    bytes += clearLine + line;
  }
  if (after.lines.length < before.lines.length) {
    goTo(after.lines.length);
    bytes += clearBelow;
  }
  const last = Math.max(0, after.lines.length - 1);
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
