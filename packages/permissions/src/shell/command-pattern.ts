import type { Verdict } from "@skein/protocol";
import { fitsWildcard } from "../wildcard.ts";
import { simpleCommands, type Word } from "./simple-commands.ts";

/** How sure it is that a pattern covers a command: `maybe` where the shell puts in what is not known before it runs. */
export type Coverage = "yes" | "maybe" | "no";

/** What is wrong with the pattern of a command, and what to write. */
export function commandPatternProblem(
  text: string,
): { readonly message: string; readonly fix: string } | undefined {
  const plain = text.trim();
  if (plain === "")
    return { message: "it names no command", fix: "Write shell(git push *), or shell for all commands." };
  if (/[;|<>`\n]|&&|\$\(|&\s*$/.test(plain.replaceAll(/'[^']*'|"[^"]*"/g, "")))
    return {
      message: "a rule is about one simple command: each part of a longer one is decided by itself",
      fix: "Write one rule for each command.",
    };
  return wordsOf(plain) === undefined
    ? { message: "its quotes have no end", fix: "Close each quote, or remove it." }
    : undefined;
}

interface Pattern {
  readonly words: readonly string[];
  /** Whether anything may follow. */
  readonly isOpen: boolean;
}

function patternOf(text: string, verdict: Verdict): Pattern {
  const words = [...(wordsOf(text.trim()) ?? [])];
  // As Claude Code writes it, where it is the beginning of a text: `git push:*`.
  const last = words.at(-1);
  if (last !== undefined && last.length > 2 && last.endsWith(":*"))
    words.splice(-1, 1, `${last.slice(0, -2)}${verdict === "allow" ? "" : "*"}`, "*");
  return words.at(-1) === "*" ? { words: words.slice(0, -1), isOpen: true } : { words, isOpen: false };
}

function wordsOf(text: string): readonly string[] | undefined {
  const found = [...text.matchAll(/\s+|((?:'[^']*'|"[^"]*"|[^\s'"])+)|(.)/g)];
  if (found.some(([, , odd]) => odd !== undefined)) return undefined;
  return found.flatMap(([, word]) =>
    word === undefined ? [] : [word.replaceAll(/'([^']*)'|"([^"]*)"/g, "$1$2")],
  );
}

/**
 * Whether a pattern covers a simple command. `*` in a word is any text of that word, at the end any further words. A rule
 * that allows covers just what it shows. One that asks or denies looks through programs that start others, past
 * variables and other places of the same program, and may cover a command with options in between.
 */
export function coversCommand(text: string, command: readonly Word[], verdict: Verdict): Coverage {
  const pattern = patternOf(text, verdict);
  if (verdict === "allow") return isPrefix(pattern, command, isSame) ? "yes" : "no";
  const starts = startsOf(command);
  if (starts.some((words) => isPrefix(pattern, words, isLike))) return "yes";
  return starts.some((words) => isPrefix(pattern, words, mayBe) || isScattered(pattern, words))
    ? "maybe"
    : "no";
}

type Fits = (pattern: string, word: Word, at: number) => boolean;

const isSame: Fits = (pattern, { text, isExpanded }) =>
  (pattern === "*" || !isExpanded) && fitsWildcard(pattern, text);
const isLike: Fits = (pattern, { text, isExpanded }, at) =>
  !isExpanded && fitsWildcard(pattern, at === 0 && !pattern.includes("/") ? programName(text) : text);
const mayBe: Fits = (pattern, word, at) => word.isExpanded || isLike(pattern, word, at);

function isPrefix({ words, isOpen }: Pattern, command: readonly Word[], fits: Fits): boolean {
  if (command.length < words.length || (!isOpen && command.length > words.length)) return false;
  return words.every((pattern, at) => fits(pattern, command[at]!, at));
}

/** The same words in the same order, with others in between: `git -C folder push`. */
function isScattered({ words }: Pattern, command: readonly Word[]): boolean {
  let at = 0;
  for (const [index, word] of command.entries()) {
    const pattern = words[at];
    if (pattern === undefined) return true;
    if (mayBe(pattern, word, index)) at++;
    else if (index === 0) return false;
  }
  return at === words.length;
}

const starters: ReadonlySet<string> = new Set(
  "sudo doas env command exec builtin nohup nice ionice time timeout stdbuf setsid xargs watch parallel busybox".split(
    " ",
  ),
);

/** The command itself, and every command that it may start with words of its own. */
function startsOf(command: readonly Word[]): readonly (readonly Word[])[] {
  const own = command.slice(
    Math.max(
      0,
      command.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text)),
    ),
  );
  const [program] = own;
  if (program === undefined) return [];
  const name = programName(program.text);
  if (["bash", "sh", "zsh", "dash", "ksh", "eval"].includes(name)) return [own, ...scriptsIn(own.slice(1))];
  if (name === "find" || starters.has(name)) return [own, ...own.slice(1).map((_, at) => own.slice(at + 1))];
  return [own];
}

/** What stands behind `-c`, or behind `eval`. */
function scriptsIn(words: readonly Word[]): readonly (readonly Word[])[] {
  return words.flatMap(({ text }) => (simpleCommands(text) ?? []).flatMap(startsOf));
}

function programName(text: string): string {
  return text.slice(text.lastIndexOf("/") + 1);
}
