import { escapeCharacter, escapedCharacterRanges } from "@skein/protocol";

/** A text as the model is shown it, whose every position belongs to one of the text. */
export interface SpelledText {
  readonly text: string;
  /** Characters that are shown as something else, in order. */
  readonly units: readonly SpelledUnit[];
}

export interface SpelledUnit {
  /** Position in the shown text, and length there. */
  readonly at: number;
  readonly length: number;
  /** Position in the text. */
  readonly from: number;
  /** What is there: one character. */
  readonly character: string;
}

/** As `escapeHidden` and `toWellFormed` show characters, and what may be one of them. */
const spellings = /\\x[0-9a-f]{2}|\\u\{[0-9a-f]{2,6}\}|\\r|\uFFFD/g;

// A carriage return before a line feed is part of the line end.
const pattern = new RegExp(String.raw`[${escapedCharacterRanges}\p{Surrogate}]|\r(?!\n)`, "gu");

/**
 * Spells out all characters that the model may have been shown as escapes: controls, carriage returns that end no line,
 * what is invisible in any place, and bytes without a meaning. What it was not shown so, such as the joiner in an emoji, is
 * spelled out too: both sides of a comparison are.
 */
export function spellOut(text: string): SpelledText {
  const units: SpelledUnit[] = [];
  const pieces: string[] = [];
  let [done, length] = [0, 0];
  for (const { index, 0: character } of text.matchAll(pattern)) {
    const spelling = character.isWellFormed() ? escapeCharacter(character) : "\uFFFD";
    const before = text.slice(done, index);
    units.push({ at: length + before.length, length: spelling.length, from: index, character });
    pieces.push(before, spelling);
    length += before.length + spelling.length;
    done = index + character.length;
  }
  return units.length === 0 ? { text, units } : { text: pieces.join("") + text.slice(done), units };
}

/** The position in the text of one in the shown text. Inside of a spelling: that of its character. */
export function sourcePosition({ units }: SpelledText, position: number): number {
  const unit = units[lastUnit(units, position)];
  if (!unit) return position;
  const past = position - unit.at - unit.length;
  return past < 0 ? unit.from : unit.from + unit.character.length + past;
}

/** The spelling that a position is inside of; `undefined` if it is at the edge of one, or outside. */
export function unitAround({ units }: SpelledText, position: number): SpelledUnit | undefined {
  const unit = units[lastUnit(units, position)];
  return unit && position > unit.at && position < unit.at + unit.length ? unit : undefined;
}

/** Index of the last unit that begins at a position or before it; -1: none. */
function lastUnit(units: readonly SpelledUnit[], position: number): number {
  let [low, high] = [0, units.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle]?.at ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** An escape in a shown text. */
export interface Spelling {
  readonly shown: string;
  /** What the text has in its place; `undefined`: the escape itself. */
  readonly character: string | undefined;
}

/** Escapes in a range of a shown text, in order. */
export function spellingsIn({ text, units }: SpelledText, start: number, end: number): readonly Spelling[] {
  let index = lastUnit(units, start - 1) + 1;
  return spellingsOf(text.slice(start, end)).map(({ at, shown }) => {
    while ((units[index]?.at ?? Infinity) < start + at) index++;
    const unit = units[index];
    return { shown, character: unit?.at === start + at ? unit.character : undefined };
  });
}

/** Where escapes are in a text. */
export function spellingsOf(text: string): readonly { readonly at: number; readonly shown: string }[] {
  return Array.from(text.matchAll(spellings), ({ index, 0: shown }) => ({ at: index, shown }));
}
