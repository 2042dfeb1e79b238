import type { Paint } from "@skein/terminal";
import { columnsOf, padTo, truncate, wrap } from "@skein/terminal/width";

export interface BoxParts {
  readonly title: string;
  /** Painted lines; those that are too long are wrapped. */
  readonly body: readonly string[];
  /** Painted lines; those that are too long are cut. */
  readonly choices: readonly string[];
  /** What can be pressed, in the last line. */
  readonly keys: string;
}

/** @param rows - of all of it, at most, as far as the body can be shortened. */
export function dialogBox(
  { title, body, choices, keys }: BoxParts,
  { width, rows, paint }: { readonly width: number; readonly rows: number; readonly paint: Paint },
): string[] {
  const inside = insideOf(width);
  const edge = paint("warning", "│");
  const row = (line: string) => `${edge} ${padTo(truncate(line, inside), inside)} ${edge}`;
  const shown = bodyRows(wrapped(body, inside), roomFor(choices.length, rows), paint);
  return [
    border("╭", title, "╮", { width, paint }),
    ...shown.map(row),
    ...(shown.length === 0 ? [] : [row("")]),
    ...choices.map(row),
    border("╰", keys, "╯", { width, paint }),
  ];
}

/** Whether a box shows all of a body. @param choices - how many there are. */
export function fitsInBox(
  { body, choices }: { readonly body: readonly string[]; readonly choices: number },
  { width, rows }: { readonly width: number; readonly rows: number },
): boolean {
  return wrapped(body, insideOf(width)).length <= roomFor(choices, rows);
}

const insideOf = (width: number): number => Math.max(1, width - 4);
const roomFor = (choices: number, rows: number): number => Math.max(2, rows - choices - 3);
const wrapped = (lines: readonly string[], inside: number): readonly string[] =>
  lines.flatMap((line) => wrap(line, inside));

function bodyRows(lines: readonly string[], most: number, paint: Paint): readonly string[] {
  if (lines.length <= most) return lines;
  const left = lines.length - most + 1;
  return [...lines.slice(0, most - 1), paint("dim", `… ${left} more lines · Ctrl+O shows all`)];
}

function border(
  left: string,
  text: string,
  right: string,
  { width, paint }: { readonly width: number; readonly paint: Paint },
): string {
  const words = truncate(text, Math.max(1, width - 5));
  const line = "─".repeat(Math.max(0, width - columnsOf(words) - 4));
  return `${paint("warning", left)} ${words} ${paint("warning", `${line}${right}`)}`;
}
