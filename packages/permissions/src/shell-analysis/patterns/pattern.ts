import { hasKnownDetails } from "./known-details.ts";

/** A pattern that cannot be obeyed: it would have to be guessed what it covers. The message is a clause. */
export class PatternError extends Error {
  override readonly name = "PatternError";
  /** What to write instead; a sentence. */
  readonly fix: string;

  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}

/** A word of a pattern: literal texts with something between each two of them. */
export type PatternWord = readonly string[];

export interface CommandPattern {
  /** As it is written. */
  readonly text: string;
  readonly assignments: readonly PatternWord[];
  /** Program and arguments. */
  readonly words: readonly PatternWord[];
  /** Whether it ends in a `*` of its own: any further arguments, or none. */
  readonly isOpen: boolean;
  /** Whether it ends in `[known]`: then only what is known to stay within what it shows may follow. It is open as well. */
  readonly isKnown: boolean;
}

const known = "[known]";

/**
 * Reads `git push *`: words by spaces, `*` for any characters of one word, a last `*` alone for any further words.
 * A last `[known]` stands for the options and operands that are known to stay within what the words before it show.
 * `'…'`, `"…"` and a backslash make characters literal, `*` too. `NAME=value` before the program are assignments.
 *
 * @throws PatternError when it names no program, or holds what a shell would not take for a plain word: a pattern covers
 *   one simple command, never an operator, a redirection or an expansion.
 */
export function parsePattern(pattern: string): CommandPattern {
  const words = patternWords(pattern);
  const count = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word[0] ?? ""));
  const [assignments, rest] = count < 0 ? [words, []] : [words.slice(0, count), words.slice(count)];
  const last = rest.at(-1);
  const isKnown =
    rest.length > 1 && last?.length === 1 && last[0] === known && pattern.trimEnd().endsWith(known);
  const isOpen =
    isKnown ||
    (rest.length > 1 && last !== undefined && last.length === 2 && last.every((text) => text === ""));
  const command = isOpen ? rest.slice(0, -1) : rest;
  if (command.length === 0) throw new PatternError("it names no command", "Write git push *, for example.");
  if (
    isKnown &&
    !(command.every((word) => word.length === 1) && hasKnownDetails(command.map(([text = ""]) => text)))
  )
    throw new PatternError(
      "no options are known for this command",
      "Write * in place of [known] for any further words, or the very command.",
    );
  return { text: pattern, assignments, words: command, isOpen, isKnown };
}

function patternWords(pattern: string): readonly PatternWord[] {
  const words: string[][] = [];
  let word: string[] | undefined;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    if (char === " " || char === "\t") {
      word = undefined;
      continue;
    }
    if (word === undefined) words.push((word = [""]));
    const add = (text: string): void => void word?.push((word.pop() ?? "") + text);
    if (char === "*") word.push("");
    else if (char === "'" || char === '"') {
      const close = pattern.indexOf(char, at + 1);
      if (close < 0) throw new PatternError("its quotes have no end", "Close each quote, or remove it.");
      add(pattern.slice(at + 1, close));
      at = close;
    } else if (char === "\\") {
      if (at + 1 === pattern.length)
        throw new PatternError("it ends in a backslash", "Remove it, or write two.");
      add(pattern[at + 1]!);
      at += 1;
    } else if (/[;&|<>()\r\n]/.test(char))
      throw new PatternError(
        "a rule is about one simple command: each part of a longer one is decided by itself",
        "Write one rule for each command.",
      );
    else if (char === "$" || char === "`" || (char === "#" && word.join("") === ""))
      throw new PatternError(
        `it holds ${char}, and what that becomes is known only when a command runs`,
        `Write * in its place, or '${char}' for the character itself.`,
      );
    else add(char);
  }
  return words;
}

/** Whether a literal text is covered by a word of a pattern. */
export function coversText(word: PatternWord, text: string): boolean {
  const [first = "", ...rest] = word;
  if (rest.length === 0) return text === first;
  const last = rest.pop() ?? "";
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const part of rest) {
    const found = text.slice(0, end).indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}
