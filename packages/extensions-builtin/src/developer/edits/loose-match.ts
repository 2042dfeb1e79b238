import { reindented } from "./reindented.ts";
import { smallestSplice, type TextMatch } from "./text-match.ts";

/** Where lines of the file are those of a text but for white space at their beginning or end. */
export interface LooseMatch {
  /** Numbers of the first lines, from 1. */
  readonly lines: readonly number[];
  /** The change, when there is one such place and the new text can be indented as the file is. */
  readonly match: TextMatch | undefined;
}

const mostPlaces = 10;

/**
 * Finds old text whose lines are right but for their indentation or trailing white space. White space within a line
 * counts, because it may be part of a string.
 */
export function looseMatch(file: string, oldText: string, newText: string): LooseMatch {
  const old = plain(oldText);
  const isWhole = old.endsWith("\n");
  const wanted = (isWhole ? old.slice(0, -1) : old).split("\n");
  const lines = file.split("\n");
  const starts = placesOf(wanted.map(trimmed), lines.map(trimmed));
  const numbers = starts.map((index) => index + 1);
  const [start] = starts;
  if (start === undefined || starts.length > 1) return { lines: numbers, match: undefined };
  const found = lines.slice(start, start + wanted.length);
  const end = found[0]?.endsWith("\r") === true ? "\r\n" : "\n";
  const isLast = start + wanted.length === lines.length;
  const isMixed = found.some(
    (line, index) => line.endsWith("\r") !== (end === "\r\n") && !(isLast && index === found.length - 1),
  );
  const added = isWhole && isLast ? plain(newText).replace(/\n$/, "") : plain(newText);
  const replaced = reindented(wanted, found.map(withoutCarriage), added.split("\n"));
  if (isMixed || !replaced) return { lines: numbers, match: undefined };
  const offset = lines.slice(0, start).reduce((sum, line) => sum + line.length + 1, 0);
  const before = found.join("\n") + (isWhole && !isLast ? "\n" : "");
  const carriage = before.endsWith("\r") ? "\r" : "";
  const splice = smallestSplice(offset, before, replaced.join(end) + carriage);
  return { lines: numbers, match: { splice, range: { start: offset, end: offset + before.length } } };
}

function plain(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function placesOf(sought: readonly string[], lines: readonly string[]): number[] {
  const first = sought.findIndex((line) => line !== "");
  const places: number[] = [];
  if (first === -1) return places;
  const line = sought[first] ?? "";
  for (
    let at = lines.indexOf(line);
    at !== -1 && places.length < mostPlaces;
    at = lines.indexOf(line, at + 1)
  ) {
    const start = at - first;
    if (start >= 0 && sought.every((each, offset) => lines[start + offset] === each)) places.push(start);
  }
  return places;
}

function trimmed(line: string): string {
  return line.replace(/^[ \t\r]+|[ \t\r]+$/g, "");
}

function withoutCarriage(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
