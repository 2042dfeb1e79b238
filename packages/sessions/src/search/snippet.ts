import type { SearchQuery, SearchTerm } from "./query.ts";
import { wordsOf, type IndexedWord } from "./words.ts";

/** An excerpt around the hits. Plain text, as in the session. */
export interface Snippet {
  readonly text: string;
  /** From and to, in UTF-16 units of `text`; in order, not overlapping. */
  readonly marks: readonly (readonly [number, number])[];
  /** Whether there is more text before and after. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

const characters = 200;
/** Characters before the first mark. */
const lead = 40;

interface Found {
  readonly term: number;
  readonly start: number;
  readonly end: number;
}

/** The excerpt with the most different terms in it; the first of several. */
export function snippetOf(text: string, { all }: SearchQuery): Snippet {
  const found = occurrences(text, all);
  const first = best(found);
  const start = edge(text, Math.max(0, (first?.start ?? 0) - lead));
  const end = edge(text, Math.min(text.length, Math.max(start + characters, first?.end ?? 0)));
  const marks = merged(found.filter((one) => one.start >= start && one.end <= end));
  return {
    text: text.slice(start, end),
    marks: marks.map(([from, to]) => [from - start, to - start] as const),
    isCutBefore: start > 0,
    isCutAfter: end < text.length,
  };
}

function occurrences(text: string, terms: readonly SearchTerm[]): readonly Found[] {
  const words = [...wordsOf(text)];
  return words.flatMap((_, at) =>
    terms.flatMap((term, index) => {
      const length = matchAt(words, at, term);
      const [start, end] = [words[at]?.start, words[at + length - 1]?.end];
      return length === 0 || start === undefined || end === undefined ? [] : [{ term: index, start, end }];
    }),
  );
}

/** @returns how many words match there; 0 for none. */
function matchAt(
  words: readonly IndexedWord[],
  at: number,
  { words: wanted, isPrefix, joined }: SearchTerm,
): number {
  const fits = (have: string | undefined, want: string, isLast: boolean): boolean =>
    isLast && isPrefix ? (have?.startsWith(want) ?? false) : have === want;
  const isHere = wanted.every((want, index) =>
    fits(words[at + index]?.folded, want, index === wanted.length - 1),
  );
  if (isHere) return wanted.length;
  const one = joined ?? (wanted.length === 1 ? wanted[0] : undefined);
  return one === undefined ? 0 : joinedAt(words, at, (whole) => fits(whole, one, true));
}

/** Parts of one identifier that follow each other, as one word. */
function joinedAt(words: readonly IndexedWord[], at: number, fits: (whole: string) => boolean): number {
  const before = words[at - 1];
  const first = words[at];
  if (!first || before?.end === first.start) return 0;
  let whole = "";
  let length = 0;
  for (let next = words[at]; next && (length === 0 || words[at + length - 1]?.end === next.start);) {
    whole += next.folded;
    length++;
    next = words[at + length];
  }
  return fits(whole) ? length : 0;
}

function best(found: readonly Found[]): Found | undefined {
  let chosen: Found | undefined;
  let most = 0;
  let end = 0;
  const inside = new Map<number, number>();
  for (const one of found) {
    while (end < found.length && (found[end]?.end ?? 0) <= one.start - lead + characters) {
      const { term } = found[end]!;
      inside.set(term, (inside.get(term) ?? 0) + 1);
      end++;
    }
    const distinct = [...inside.values()].filter((count) => count > 0).length;
    if (distinct > most || !chosen) [chosen, most] = [one, distinct];
    inside.set(one.term, (inside.get(one.term) ?? 0) - 1);
  }
  return chosen;
}

function merged(found: readonly Found[]): readonly (readonly [number, number])[] {
  const marks: [number, number][] = [];
  for (const { start, end } of found.toSorted((one, other) => one.start - other.start)) {
    const last = marks.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

/** Not inside a surrogate pair. */
function edge(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
