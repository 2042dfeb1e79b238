import { oneLine } from "@skein/protocol";
import { cleanText } from "./clean-text.ts";
import { columnsOf, padBefore, padTo, truncate } from "./text-width.ts";

export interface Column {
  readonly title: string;
  /** The column that gives way when a line is too long. One at most. */
  readonly isFlexible?: true;
  readonly align?: "right";
}

/** Columns a table may take: the terminal's, otherwise 80. */
export function widthOf(stream: NodeJS.WriteStream): number {
  return Math.max(40, Math.min(stream.columns ?? 80, 160));
}

/** A plain table with a head, two spaces between columns, no line longer than `width` as far as one column gives way. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(cellText))];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => columnsOf(row[at] ?? ""))));
  const flexible = columns.findIndex(({ isFlexible }) => isFlexible);
  const others = widths.reduce((sum, one, at) => (at === flexible ? sum : sum + one + 2), 0);
  if (flexible >= 0) widths[flexible] = Math.max(8, Math.min(widths[flexible] ?? 0, width - others));
  const lines = cells.map((row) =>
    row
      .map((cell, at) => {
        const room = widths[at] ?? 0;
        const text = truncate(cell, room);
        return columns[at]?.align === "right" ? padBefore(text, room) : padTo(text, room);
      })
      .join("  ")
      .trimEnd(),
  );
  return `${lines.join("\n")}\n`;
}

function cellText(text: string): string {
  return cleanText(oneLine(text));
}
