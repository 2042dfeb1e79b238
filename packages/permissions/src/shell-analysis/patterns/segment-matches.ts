import { isLiteral, type Segment, type Word } from "../analysis.ts";
import { unknownDetail } from "./known-details.ts";
import { coversText, type CommandPattern, type PatternWord } from "./pattern.ts";

/**
 * Whether a rule that allows covers a segment. Words are compared, never text:
 *
 * - A word with an expansion is covered by the last `*` alone, because what it becomes is only known later.
 * - Assignments have to be in the pattern, all of them, in their order: `npm test` does not cover `A=1 npm test`.
 * - A redirection that writes is never covered; one that reads, or a here-document, by a pattern that ends in `*`.
 */
export function segmentMatches(pattern: CommandPattern, segment: Segment): boolean {
  const { program, args, assignments, redirections } = segment;
  if (program === undefined) return false;
  return (
    assignments.length === pattern.assignments.length &&
    assignments.every(
      ({ name, value }, at) =>
        isLiteral(value) && coversText(pattern.assignments[at] ?? [""], `${name}=${value.text}`),
    ) &&
    redirections.every(({ operator, path, target, writes }) => {
      if (writes) return false;
      const isQuiet = path === "/dev/null" || /[<>]&$/.test(operator);
      return isQuiet || (target === undefined && !operator.startsWith("<<")) || pattern.isOpen;
    }) &&
    coversWords(pattern, [program, ...args]) &&
    (!pattern.isKnown ||
      unknownDetail(
        pattern.words.map(([text = ""]) => text),
        segment,
      ) === undefined)
  );
}

/**
 * Of a command that a pattern with `[known]` begins like: the first word that it does not cover, as an option that may do more
 * than the pattern shows.
 */
export function uncoveredDetail(pattern: CommandPattern, segment: Segment): Word | undefined {
  const { program, args } = segment;
  if (!pattern.isKnown || program === undefined || !coversWords(pattern, [program, ...args]))
    return undefined;
  return unknownDetail(
    pattern.words.map(([text = ""]) => text),
    segment,
  );
}

function coversWords({ words, isOpen }: CommandPattern, given: readonly Word[]): boolean {
  if (isOpen ? given.length < words.length : given.length !== words.length) return false;
  return words.every((word, at) => covers(word, given[at]));
}

const covers = (word: PatternWord, given: Word | undefined): boolean =>
  given !== undefined && isLiteral(given) && coversText(word, given.text);
