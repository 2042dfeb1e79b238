import { groupedNumber, oneLine } from "@skein/protocol";
import { shownLine } from "./shown-line.ts";

const mostLinesCompared = 20_000;
const mostLinesShown = 40;
/** Of a line; what is left out of it is marked. */
const shownCharacters = 800;
/** Of all lines together. */
const mostCharacters = 6_000;
/** Of a line, that are compared. */
const comparedCharacters = 300;
/** Places that are compared as a whole. */
const mostPlaces = 20;
/** From 0, nothing in common, to 1, identical. */
const similarEnough = 0.5;

/**
 * Explains why a text was not found, as a hint: where it occurs with other white space, or what is most similar;
 * lines are formatted as by the read tool, verbatim.
 */
export function nearestLines(file: string, wanted: string): string {
  if (/^\s*\d+\t/.test(wanted))
    return "old_text begins with a line number of read: leave out numbers and tabs.";
  const lines = file.split("\n", mostLinesCompared).map(shownLine);
  const sought = trimmedBlock(wanted.split("\n"));
  if (sought.length === 0) return "Give some text that is in the file.";
  const spaced = placeOf(sought.map(oneLine), lines.map(oneLine));
  if (spaced !== undefined) {
    return `These lines differ only in white space. Copy them exactly:\n${numbered(lines, spaced, sought)}`;
  }
  const near = mostSimilar(sought, lines);
  if (near === undefined) return "Nothing in the file is like it. Read the file again.";
  return `The most similar lines are:\n${numbered(lines, near, sought)}`;
}

function trimmedBlock(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.trim() !== "");
  const end = lines.findLastIndex((line) => line.trim() !== "");
  return start === -1 ? [] : lines.slice(start, end + 1);
}

function placeOf(sought: readonly string[], lines: readonly string[]): number | undefined {
  const at = lines.findIndex((_, start) => sought.every((line, offset) => lines[start + offset] === line));
  return at === -1 ? undefined : at;
}

/** Places where the longest line, which is the most distinctive, has one like it; of those, the one most alike as a whole. */
function mostSimilar(sought: readonly string[], lines: readonly string[]): number | undefined {
  const longest = sought.reduce(
    (best, line, index) => (line.length > (sought[best]?.length ?? 0) ? index : best),
    0,
  );
  const pairs = sought.map(pairsOf);
  const scored = lines
    .map((text, line) => ({ line, score: likeness(pairs[longest] ?? new Set(), pairsOf(text)) }))
    .filter(({ score }) => score > similarEnough)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostPlaces);
  const blocks = scored.map(({ line }) => {
    const start = Math.max(0, line - longest);
    const score = pairs.reduce((sum, each, at) => sum + likeness(each, pairsOf(lines[start + at] ?? "")), 0);
    return { start, score };
  });
  return blocks.toSorted((a, b) => b.score - a.score)[0]?.start;
}

/** Dice's coefficient over pairs of characters. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let common = 0;
  for (const pair of one) if (other.has(pair)) common++;
  return (2 * common) / (one.size + other.size);
}

function pairsOf(line: string): Set<string> {
  const text = oneLine(line.slice(0, comparedCharacters));
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)));
}

function numbered(lines: readonly string[], start: number, sought: readonly string[]): string {
  const texts: string[] = [];
  const wanted = Math.min(sought.length, mostLinesShown, lines.length - start);
  let left = mostCharacters;
  for (let offset = 0; offset < wanted; offset++) {
    const text = `${start + offset + 1}\t${partNear(lines[start + offset] ?? "", sought[offset] ?? "")}`;
    left -= text.length;
    if (left < 0 && offset > 0) break;
    texts.push(text);
  }
  const more = sought.length - texts.length;
  return [...texts, ...(more > 0 ? [`[… ${more} more lines]`] : [])].join("\n");
}

/** A long line around the first piece of the sought one that is in it. */
function partNear(line: string, sought: string): string {
  if (line.length <= shownCharacters) return line;
  const pieces = Array.from({ length: 8 }, (_, index) => sought.slice(index * 16, index * 16 + 16));
  const places = pieces.filter(({ length }) => length === 16).map((piece) => line.indexOf(piece));
  const at = places.find((place) => place !== -1) ?? 0;
  const start = Math.max(0, at - shownCharacters / 4);
  const end = start + shownCharacters;
  const after = line.length - end;
  return [
    start > 0 ? `[${groupedNumber(start)} characters …] ` : "",
    line.slice(start, end),
    after > 0 ? ` [… ${groupedNumber(after)} characters more]` : "",
  ].join("");
}
