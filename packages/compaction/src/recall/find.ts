import type { Document } from "./documents.ts";
import { bestPassage, shownPart, type Passage, type Place } from "./passage.ts";
import { isInflection, termsOf, type Term } from "./terms.ts";

export interface Found {
  readonly document: Document;
  /** Comparable within one answer only. */
  readonly score: number;
  /** The part of the text in which most of the question is. */
  readonly passage: Passage;
}

/** How fast more of the same word stops to count, and how much a long text is held against it: BM25's k1 and b. */
const saturation = 1.2;
const lengthPenalty = 0.35;
/** Places of one term in one text that are looked at. */
const mostPlaces = 200;
/** Texts, the best by their words, in which it is looked for where those stand together. */
const mostPassages = 1_000;
/** Texts that say the same for so many characters around the passage are found once. */
const sameLength = 280;
/** What a text is worth in which the words of a question are far from each other. */
const apart = 0.1;

/** What a word counts that is a part of a name, `retry` in `maxRetryMs` say. */
const partOfName = 0.7;

interface Match {
  readonly document: Document;
  /** For each term. */
  readonly places: readonly Places[];
}

interface Places {
  /** Ascending. */
  readonly at: readonly Place[];
  /** How often it stands there: less than the number of places where it is a part of names. */
  readonly count: number;
}

/**
 * The texts that say most of what a question asks, the best first; of equally good ones, the newest. Rare words weigh
 * more than common ones, and words that stand together more than words that are far from each other. Texts are not
 * tokenized: each term is looked for, and the word around it is judged.
 */
export function find(documents: readonly Document[], query: string, limit: number): readonly Found[] {
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
    // What is nowhere says nothing of where the rest is.
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
      // A long text has many of the words anyway: where they stand together says more.
      return { match, passage, score: Math.sqrt(score) * (apart + passage.share ** 4) };
    })
    .toSorted((a, b) => b.score - a.score || b.match.document.seq - a.match.document.seq);
  const seen = new Set<string>();
  const found: Found[] = [];
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

/** @returns `undefined` when none of the terms is there. */
function placesIn(text: string, terms: readonly Term[]): readonly Places[] | undefined {
  const lowered = text.toLowerCase();
  // A few letters change their length in lower case; then borders of words are judged by the lowered text alone.
  const original = lowered.length === text.length ? text : lowered;
  let some = false;
  const places = terms.map((term) => {
    const of: Place[] = [];
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

function placeOf(text: string, lowered: string, at: number, term: Term): Place | undefined {
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

/** Up to where the word, or this part of a camelCase name, ends. */
function restOfWord(text: string, lowered: string, from: number): string {
  let end = from;
  while (end - from <= 8 && inWord.test(text.charAt(end))) {
    if (upper.test(text.charAt(end)) && !upper.test(text.charAt(end - 1))) break;
    end++;
  }
  return lowered.slice(from, end);
}
