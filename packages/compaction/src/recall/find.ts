import type { RecallDocument } from "./documents.ts";
import { bestPassage, shownPart, type Passage, type TermPosition } from "./passage.ts";
import { isInflection, termsOf, type QueryTerm } from "./terms.ts";

export interface FoundDocument {
  readonly document: RecallDocument;
  /** Comparable only within one result list. */
  readonly score: number;
  /** The part of the text that matches most of the query. */
  readonly passage: Passage;
}

/** How quickly repetitions of a word stop counting, and how much long texts are penalised: BM25's k1 and b. */
const saturation = 1.2;
const lengthPenalty = 0.35;
/** Occurrences of one term in one text that are examined. */
const mostPlaces = 200;
/** The best texts by their words, in which occurrences close together are then searched for. */
const mostPassages = 1_000;
/** Texts that are equal for this many characters around the passage count as one. */
const sameLength = 280;
/** Factor for a text in which the words of the query are far apart. */
const apart = 0.1;

/** Weight of a word that is part of a name, such as `retry` in `maxRetryMs`. */
const partOfName = 0.7;

interface Match {
  readonly document: RecallDocument;
  /** For each term. */
  readonly places: readonly Places[];
}

interface Places {
  /** Ascending. */
  readonly at: readonly TermPosition[];
  /** How often it occurs: less than the number of positions where it is part of names. */
  readonly count: number;
}

/**
 * The texts that match most of a query, the best first; of equal ones, the newest. Rare words weigh more than common
 * ones, and words close together more than words far apart. Texts are not tokenised: each term is searched for, and
 * the word around it is judged.
 */
export function findDocuments(
  documents: readonly RecallDocument[],
  query: string,
  limit: number,
): readonly FoundDocument[] {
  const terms = termsOf(query);
  if (terms.length === 0 || limit <= 0) return [];
  const matches: Match[] = [];
  const holders = terms.map(() => 0);
  let length = 0;
  for (const document of documents) {
    length += document.text.length;
    const places = placesIn(document.text, terms);
    if (!places) continue;
    matches.push({ document, places });
    for (const [index, of] of places.entries()) if (of.count > 0) holders[index] = (holders[index] ?? 0) + 1;
  }
  const weights = holders.map((holder, index) => {
    // A term that occurs nowhere says nothing about where the others are.
    if (holder === 0) return 0;
    const rarity = Math.log(1 + (documents.length - holder + 0.5) / (holder + 0.5));
    return rarity * (terms[index]?.kind === "name" ? 1.5 : 1);
  });
  const average = length / documents.length;
  const byWords = matches
    .map((match) => ({ match, score: scoreOf(match, weights, average) }))
    .toSorted((a, b) => b.score - a.score || b.match.document.seq - a.match.document.seq)
    .slice(0, mostPassages);
  const scored = byWords
    .map(({ match, score }) => {
      const passage = passageOf(match, weights);
      // A long text has many of the words anyway; where they are close together says more.
      return { match, passage, score: Math.sqrt(score) * (apart + passage.share ** 4) };
    })
    .toSorted((a, b) => b.score - a.score || b.match.document.seq - a.match.document.seq);
  const seen = new Set<string>();
  const found: FoundDocument[] = [];
  for (const { match, passage, score } of scored) {
    if (found.length >= limit) break;
    const said = shownPart(match.document.text, passage, sameLength);
    if (seen.has(said)) continue;
    seen.add(said);
    found.push({ document: match.document, score, passage });
  }
  return found;
}

function passageOf({ document, places }: Match, weights: readonly number[]): Passage {
  return bestPassage(
    document.text,
    places.map(({ at }) => at),
    weights,
  );
}

function scoreOf({ document, places }: Match, weights: readonly number[], average: number): number {
  const norm = saturation * (1 - lengthPenalty + (lengthPenalty * document.text.length) / average);
  let score = 0;
  let covered = 0;
  let all = 0;
  for (const [index, of] of places.entries()) {
    const weight = weights[index] ?? 0;
    all += weight;
    if (of.count === 0) continue;
    covered += weight;
    score += (weight * of.count * (saturation + 1)) / (of.count + norm);
  }
  return score * (0.5 + covered / all);
}

/** @returns `undefined` when none of the terms occurs. */
function placesIn(text: string, terms: readonly QueryTerm[]): readonly Places[] | undefined {
  const lowered = text.toLowerCase();
  // A few letters change their length in lower case; word boundaries are then judged by the lower-case text alone.
  const original = lowered.length === text.length ? text : lowered;
  let some = false;
  const places = terms.map((term) => {
    const of: TermPosition[] = [];
    let count = 0;
    for (let at = lowered.indexOf(term.stem); at >= 0; at = lowered.indexOf(term.stem, at + 1)) {
      const place = placeOf(original, lowered, at, term);
      if (!place) continue;
      of.push(place);
      count += term.kind === "word" && inName.test(original.charAt(at - 1)) ? partOfName : 1;
      if (of.length >= mostPlaces) break;
    }
    some ||= count > 0;
    return { at: of, count };
  });
  return some ? places : undefined;
}

const inWord = /[\p{L}\p{M}]/u;
const inNumber = /\p{N}/u;
const inName = /[\p{L}\p{N}_]/u;
const upper = /\p{Lu}/u;

function placeOf(text: string, lowered: string, at: number, term: QueryTerm): TermPosition | undefined {
  const { stem, kind, form, isOneOfSeveral } = term;
  const before = text.charAt(at - 1);
  const end = at + stem.length;
  const whole = { at, isExact: true };
  switch (kind) {
    case "unspaced":
      return whole;
    case "number":
      return inNumber.test(before) || inNumber.test(text.charAt(end)) ? undefined : whole;
    case "name":
      return inWord.test(before) || inWord.test(text.charAt(end)) || inNumber.test(text.charAt(end))
        ? undefined
        : whole;
    case "word": {
      if (inWord.test(before) && !(upper.test(text.charAt(at)) && !upper.test(before))) return undefined;
      const rest = restOfWord(text, lowered, end);
      const isExact = stem + rest === form;
      return isExact || (isInflection(stem, rest) && !isOneOfSeveral) ? { at, isExact } : undefined;
    }
  }
}

/** Up to the end of the word, or of this part of a camelCase name. */
function restOfWord(text: string, lowered: string, from: number): string {
  let end = from;
  while (end - from <= 8 && inWord.test(text.charAt(end))) {
    if (upper.test(text.charAt(end)) && !upper.test(text.charAt(end - 1))) break;
    end++;
  }
  return lowered.slice(from, end);
}
