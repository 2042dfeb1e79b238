import { oneLine } from "@skein/protocol";

/** A line that matches much of a query, or a part of a long line. */
export interface Passage {
  /** Share of the query that it matches, by weight: 0 to 1. Matches in neighbouring lines count less. */
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

/** An occurrence of a term. */
export interface TermPosition {
  readonly at: number;
  /** In exactly the form of the query, not in another form of the same word. */
  readonly isExact: boolean;
}

/** A longer line counts as several. */
const mostLength = 240;
/** Weight of a term that occurs in a neighbouring line, up to two lines away. */
const nearby = [0.6, 0.3] as const;
/** The penalty of a line of the usual length. */
const lengthPenalty = 0.08;
/** Weight of another form of a word. */
const inflected = 0.7;

/** A line with some of the terms, as bits. */
interface Line {
  readonly from: number;
  readonly to: number;
  terms: number;
  exact: number;
}

/**
 * Where most of the query occurs together; of equal positions the first.
 *
 * @param places - by term, at most 31 terms: its occurrences, ascending.
 * @param weights - by term.
 */
export function bestPassage(
  text: string,
  places: readonly (readonly TermPosition[])[],
  weights: readonly number[],
): Passage {
  const lines = linesWith(text, places);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let best: Passage = { share: 0, from: 0, to: 0 };
  for (const [index, line] of lines.entries()) {
    let seen = line.terms;
    let sum = weightOf(line, 0, weights);
    for (const [distance, factor] of nearby.entries()) {
      for (const other of [lines[index + distance + 1], lines[index - distance - 1]]) {
        if (!other || !isNear(text, line, other)) continue;
        sum += factor * weightOf(other, seen, weights);
        seen |= other.terms;
      }
    }
    const length = Math.min(1, (line.to - line.from) / mostLength);
    const share = (sum / all) * (1 - lengthPenalty * length);
    if (share > best.share) best = { share, from: line.from, to: line.to };
  }
  return best;
}

function linesWith(text: string, places: readonly (readonly TermPosition[])[]): readonly Line[] {
  const found = places
    .flatMap((of, term) => of.map((place) => ({ ...place, term })))
    .toSorted((a, b) => a.at - b.at);
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const { at, term, isExact } of found) {
    if (!line || at >= line.to) {
      const start = Math.max(text.lastIndexOf("\n", at - 1) + 1, line?.to ?? 0);
      const end = text.indexOf("\n", at);
      const whole = end < 0 ? text.length : end;
      const from = whole - start <= mostLength ? start : Math.max(start, at - 40);
      line = { from, to: Math.min(whole, from + mostLength), terms: 0, exact: 0 };
      lines.push(line);
    }
    line.terms |= 1 << term;
    if (isExact) line.exact |= 1 << term;
  }
  return lines;
}

function isNear(text: string, one: Line, other: Line): boolean {
  const [first, second] = one.from < other.from ? [one, other] : [other, one];
  if (second.from - first.to > mostLength) return false;
  const breaks = text.slice(first.to, second.from).match(/\n/g)?.length ?? 0;
  return breaks <= nearby.length;
}

/** @param seen - terms that are already counted. */
function weightOf({ terms, exact }: Line, seen: number, weights: readonly number[]): number {
  let sum = 0;
  for (const [term, weight] of weights.entries()) {
    const bit = 1 << term;
    if (terms & bit && !(seen & bit)) sum += exact & bit ? weight : weight * inflected;
  }
  return sum;
}

/** The passage with its surroundings, first what follows, within this many characters. */
export function shownPart(text: string, { from, to }: Passage, length: number): string {
  if (text.length <= length) return oneLine(text);
  const before = text.lastIndexOf("\n", Math.max(0, from - 2)) + 1;
  const space = length - (to - from);
  // The line before usually belongs to it when it is short.
  const start = from - before <= Math.min(80, space / 3) ? before : from;
  const begin = Math.max(0, Math.min(start, text.length - length));
  const end = begin + length;
  const part = text.slice(begin, end).toWellFormed();
  return oneLine(`${begin > 0 ? "…" : ""}${part}${end < text.length ? "…" : ""}`);
}
