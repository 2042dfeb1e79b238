import {
  sourcePosition,
  spellingsIn,
  spellingsOf,
  unitAround,
  type SpelledText,
  type Spelling,
} from "./spelled-out.ts";
import type { Splice, TextMatch } from "./text-match.ts";

/** An escape in a new text of which it is unclear whether it means a character or itself. */
export interface UnclearEscape {
  readonly unclear: string;
}

/**
 * A change of the shown text of a file as one of the text itself. An escape in the new text is what the old text has in its
 * place: a character, or the escape written out. Where there are more or fewer of them, it is what all like it in the old
 * text are.
 *
 * @param added - all of the new text, as shown: a character that it has itself is that character.
 */
export function sourceSplice(
  file: SpelledText,
  added: SpelledText,
  { splice, range }: TextMatch,
): Splice | UnclearEscape {
  if (file.units.length === 0 && added.units.length === 0) return splice;
  const { start, end, text } = widened(file, splice);
  const escapes = spellingsOf(text);
  const meanings = new Map<string, Meanings | undefined>();
  for (const { shown } of escapes) {
    if (meanings.has(shown)) continue;
    const like = (from: SpelledText, first: number, last: number) =>
      spellingsIn(from, first, last).filter((each) => each.shown === shown);
    const before = like(file, range.start, start).length;
    const sides = {
      added: like(added, 0, added.text.length).slice(before),
      replaced: like(file, start, end),
      matched: like(file, range.start, range.end),
    };
    meanings.set(shown, meaningsOf(escapes.filter((each) => each.shown === shown).length, sides));
  }
  let [result, done] = ["", 0];
  for (const { at, shown } of escapes) {
    const meaning = meanings.get(shown);
    if (!meaning) return { unclear: shown };
    result += text.slice(done, at) + (meaning.shift() ?? shown);
    done = at + shown.length;
  }
  return {
    start: sourcePosition(file, start),
    end: sourcePosition(file, end),
    text: result + text.slice(done),
  };
}

/** In order; `undefined`: the escape itself. */
type Meanings = (string | undefined)[];

/** Escapes of one kind. */
interface Sides {
  /** In the new text, from the first one in the change on. */
  readonly added: readonly Spelling[];
  /** In the part of the old text that the new one does not share. */
  readonly replaced: readonly Spelling[];
  /** In all of the old text. */
  readonly matched: readonly Spelling[];
}

/** What a number of equal escapes mean; `undefined`: it is unclear. */
function meaningsOf(count: number, { added, replaced, matched }: Sides): Meanings | undefined {
  const isOrdered = replaced.length === count;
  const isUniform = new Set(matched.map(({ character }) => character)).size <= 1;
  const typed = Array.from({ length: count }, (_, nth) => added[nth]?.character);
  if (!isOrdered && !isUniform && typed.includes(undefined)) return undefined;
  return typed.map((character, nth) => character ?? (isOrdered ? replaced[nth] : matched[0])?.character);
}

/** Begins and ends at the edges of escapes. */
function widened(file: SpelledText, { start, end, text }: Splice): Splice {
  const first = unitAround(file, start);
  const last = unitAround(file, end);
  const from = first ? first.at : start;
  const to = last ? last.at + last.length : end;
  return { start: from, end: to, text: file.text.slice(from, start) + text + file.text.slice(end, to) };
}
