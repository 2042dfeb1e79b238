import { isLiteral, type Segment, type Word } from "../analysis.ts";
import { coversText, type CommandPattern, type PatternWord } from "./pattern.ts";

/** How sure it is that a command is meant: `maybe` where that depends on an expansion, or on what an option takes. */
export type Coverage = "yes" | "maybe" | "no";

/**
 * Whether a rule that denies or asks means a segment: it is as generous as `segmentMatches` is strict. Assignments and
 * redirections do not matter, nor the folder of the program (`/usr/bin/git`), nor what letters are put together (`rm -fr`,
 * `rm -r -f`). With options in between that the pattern does not name (`git -C a push`), or an expansion, it may be meant.
 */
export function segmentCoverage(pattern: CommandPattern, segment: Segment): Coverage {
  const { program, args } = segment;
  const [name, ...words] = pattern.words;
  if (program === undefined || name === undefined) return "no";
  if (isLiteral(program) && !coversProgram(name, program.text)) return "no";
  if (isLiteral(program) && isMeant(pattern, words, args)) return "yes";
  const others = words.filter((word) => !isOption(word));
  const hasAll = words.filter(isOption).every((word) => hasOption(word, args));
  return hasAll && mayCoverAll(others, args) ? "maybe" : "no";
}

const coversProgram = (name: PatternWord, text: string): boolean =>
  coversText(name, text) || coversText(name, text.replace(/^.*\//, ""));

const isOption = ([first = ""]: PatternWord): boolean => first.startsWith("-");
const isWild = (word: PatternWord): boolean => word.length > 1 && word.every((text) => text === "");

/** The words as they are written, or the same letters of options in another order. */
function isMeant({ isOpen }: CommandPattern, words: readonly PatternWord[], args: readonly Word[]): boolean {
  const covers = (word: PatternWord, given: Word | undefined): boolean =>
    given !== undefined && isLiteral(given) && coversText(word, given.text);
  if ((isOpen || args.length === words.length) && words.every((word, at) => covers(word, args[at])))
    return true;
  const options = words.filter(isOption);
  const letters = options.map(lettersOf);
  if (!isOpen || options.length === 0 || letters.includes("")) return false;
  const others = words.filter((word) => !isOption(word));
  const given = args.filter((word) => !isLiteral(word) || lettersOf([word.text]) === "");
  const wanted = args.filter((word) => !given.includes(word)).map(({ text }) => text.slice(1));
  return (
    letters
      .join("")
      .split("")
      .every((letter) => wanted.join("").includes(letter)) &&
    others.every((word, at) => covers(word, given[at]))
  );
}

/** `rf` of `-rf`; nothing for a word of another form. */
function lettersOf(word: PatternWord): string {
  return word.length === 1 ? (/^-([A-Za-z]+)$/.exec(word[0] ?? "")?.[1] ?? "") : "";
}

function hasOption(word: PatternWord, args: readonly Word[]): boolean {
  const all = args.map(({ text }) => lettersOf([text])).join("");
  const letters = lettersOf(word);
  return (
    args.some((given) => mayCover(word, given)) ||
    (letters !== "" && letters.split("").every((letter) => all.includes(letter)))
  );
}

const mayCover = (word: PatternWord, given: Word): boolean =>
  !isLiteral(given) || coversText(word, given.text);

/** The words in their order. Between them may be options, each with a value; a `*` alone may be any number of words. */
function mayCoverAll(words: readonly PatternWord[], args: readonly Word[]): boolean {
  const [word, ...rest] = words;
  const [given, ...after] = args;
  if (word === undefined) return true;
  if (isWild(word)) return args.length === 0 || args.some((_, at) => mayCoverAll(rest, args.slice(at)));
  if (given === undefined) return false;
  if (!isLiteral(given)) return true;
  if (mayCover(word, given) && mayCoverAll(rest, after)) return true;
  return given.text.startsWith("-") && (mayCoverAll(words, after) || mayCoverAll(words, after.slice(1)));
}
