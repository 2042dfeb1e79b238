import type { Tokens } from "marked";
import { columnsOf, padTo, wrap } from "../text/text-width.ts";
import { inlineText, type InlineLook } from "./inline.ts";

const narrowest = 6;
const gap = " │ ";

/** A table in columns; cells are wrapped to fit. Too many columns for the width: each row as a list of its cells. */
export function tableLines(
  { header, rows, align }: Tokens.Table,
  look: InlineLook & { readonly width: number },
): string[] {
  const { width, paint } = look;
  const texts = (cells: readonly Tokens.TableCell[]) =>
    cells.map((cell) => inlineText(cell.tokens, look).replaceAll("\n", " "));
  const head = texts(header);
  const body = rows.map(texts);
  const room = width - gap.length * (head.length - 1);
  if (room < head.length * narrowest) return asLists(head, body, width);

  const natural = head.map((cell, column) =>
    Math.max(1, columnsOf(cell), ...body.map((row) => columnsOf(row[column] ?? ""))),
  );
  const widths = fit(natural, room);
  const row = (cells: readonly string[], style: (text: string) => string) => {
    const wrapped = widths.map((columns, at) => wrap(cells[at] ?? "", columns));
    const height = Math.max(...wrapped.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line) =>
      wrapped
        .map((lines, at) => aligned(style(lines[line] ?? ""), widths[at] ?? 1, align[at] ?? null))
        .join(paint("dim", gap))
        .trimEnd(),
    );
  };
  return [
    ...row(head, (text) => paint("bold", text)),
    paint("dim", widths.map((columns) => "─".repeat(columns)).join("─┼─")),
    ...body.flatMap((cells) => row(cells, (text) => text)),
  ];
}

/** Wide columns give first. */
function fit(natural: readonly number[], room: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, one) => sum + one, 0) - room;
  while (excess > 0) {
    const widest = Math.max(...widths);
    const at = widths.indexOf(widest);
    const second = Math.max(narrowest, ...widths.filter((one) => one < widest));
    const less = Math.min(excess, Math.max(1, widest - second));
    widths[at] = widest - less;
    excess -= less;
  }
  return widths;
}

function aligned(text: string, width: number, align: "center" | "left" | "right" | null): string {
  const free = Math.max(0, width - columnsOf(text));
  if (align === "right") return " ".repeat(free) + text;
  if (align === "center") return padTo(" ".repeat(Math.floor(free / 2)) + text, width);
  return padTo(text, width);
}

function asLists(head: readonly string[], body: readonly (readonly string[])[], width: number): string[] {
  return body.flatMap((row, index) => [
    ...(index > 0 ? [""] : []),
    ...row.flatMap((cell, at) => wrap(`${head[at] ?? ""}: ${cell}`, width)),
  ]);
}
