import { isLiteral, type Segment, type Word } from "../analysis.ts";
import { coversText, parsePattern, type CommandPattern, type PatternWord } from "./pattern.ts";

/**
 * Whether a rule that allows covers a segment. Words are compared, never text:
 *
 * - A word with an expansion is covered by the last `*` alone, because what it becomes is only known later.
 * - Assignments have to be in the pattern, all of them, in their order: `npm test` does not cover `A=1 npm test`.
 * - A redirection that writes is never covered; one that reads, or a here-document, by a pattern that ends in `*`.
 *
 * @throws PatternError
 */
export function segmentMatches(pattern: string, segment: Segment): boolean {
  const parsed = parsePattern(pattern);
  const { program, args, assignments, redirections } = segment;
  if (program === undefined) return false;
  return (
    assignments.length === parsed.assignments.length &&
    assignments.every(
      ({ name, value }, at) =>
        isLiteral(value) && coversText(parsed.assignments[at] ?? [""], `${name}=${value.text}`),
    ) &&
    redirections.every(({ operator, path, target, writes }) => {
      if (writes) return false;
      const isQuiet = path === "/dev/null" || /[<>]&$/.test(operator);
      return isQuiet || (target === undefined && !operator.startsWith("<<")) || parsed.isOpen;
    }) &&
    coversWords(parsed, [program, ...args])
  );
}

function coversWords({ words, isOpen }: CommandPattern, given: readonly Word[]): boolean {
  if (isOpen ? given.length < words.length : given.length !== words.length) return false;
  return words.every((word, at) => covers(word, given[at]));
}

const covers = (word: PatternWord, given: Word | undefined): boolean =>
  given !== undefined && isLiteral(given) && coversText(word, given.text);

/**
 * Whether a rule that denies or asks is meant: it is so generous as `segmentMatches` is strict. Assignments and
 * redirections do not matter, nor the folder of the program (`/usr/bin/git`), nor options between the words
 * (`git -C a push`), nor what letters are put together (`rm -rf`, `rm -r -f`); an expansion may be anything.
 *
 * @throws PatternError
 */
export function segmentMayMatch(pattern: string, { program, args }: Segment): boolean {
  const { words } = parsePattern(pattern);
  const [name, ...rest] = words;
  if (program === undefined || name === undefined) return false;
  const base = program.text.replace(/^.*\//, "");
  if (isLiteral(program) && !coversText(name, program.text) && !coversText(name, base)) return false;
  const options = rest.filter(([first = ""]) => /^-[A-Za-z]+$/.test(first));
  const others = rest.filter((word) => !options.includes(word));
  const letters = args.map(({ text }) => /^-([A-Za-z]+)$/.exec(text)?.[1] ?? "").join("");
  const hasOption = (word: PatternWord): boolean =>
    args.some((given) => mayCover(word, given)) ||
    (word.length === 1 &&
      (word[0] ?? "")
        .slice(1)
        .split("")
        .every((letter) => letters.includes(letter)));
  return options.every(hasOption) && mayCoverAll(others, args);
}

const mayCover = (word: PatternWord, given: Word): boolean =>
  !isLiteral(given) || coversText(word, given.text);

/** The words in their order. Between them may be options, each with a value. */
function mayCoverAll(words: readonly PatternWord[], args: readonly Word[]): boolean {
  const [word, ...rest] = words;
  const [given, ...after] = args;
  if (word === undefined) return true;
  if (given === undefined) return false;
  if (!isLiteral(given)) return true;
  if (mayCover(word, given) && mayCoverAll(rest, after)) return true;
  return given.text.startsWith("-") && (mayCoverAll(words, after) || mayCoverAll(words, after.slice(1)));
}
