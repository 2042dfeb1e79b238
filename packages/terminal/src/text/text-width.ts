import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui/dist/utils.js";

/** Columns a terminal takes for it; styling takes none. */
export function columnsOf(text: string): number {
  return visibleWidth(text);
}

/** Lines of at most `width` columns, cut between words where possible. Styles go on over the cuts. */
export function wrap(text: string, width: number): string[] {
  return wrapTextWithAnsi(text, Math.max(1, width));
}

/** At most `width` columns, with `…` for what is left out. Text without styles is left without. */
export function truncate(text: string, width: number): string {
  const cut = truncateToWidth(text, Math.max(1, width), "…");
  return text.includes(escape) ? cut : cut.replaceAll(`${escape}[0m`, "");
}

const escape = "\u001B";

/** Filled up with spaces to `width` columns. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - visibleWidth(text)));
}

/** With spaces before it, so that its end stands at `width` columns. */
export function padBefore(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - visibleWidth(text))) + text;
}

/** A line with something at its right end, so that such ends stand below one another. */
export function withEnd(line: string, end: string, width: number): string {
  if (end === "") return line;
  const gap = width - visibleWidth(line) - visibleWidth(end);
  return line + " ".repeat(Math.max(1, gap)) + end;
}
