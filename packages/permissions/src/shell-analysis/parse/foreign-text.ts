import { isLiteral, problem, type Problem, type Word } from "../analysis.ts";

/** What is neither ASCII nor a letter, a digit or the punctuation of texts, all visible. */
const noWriting = /[^\x20-\x7e\t\n\p{L}\p{M}\p{N}«»„“”‚‘’–—…¿¡€§°、。，！？「」]/u;
/** Letters that a terminal shows as nothing, or in another order than they are in; and what UTF-16 has in two units. */
const misleading =
  /[\p{Default_Ignorable_Code_Point}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10000}-\u{10ffff}]/u;

/** A character that no command may hold, not even in a text. */
export function unfitCharacter(text: string): Problem | undefined {
  const odd = noWriting.exec(text) ?? misleading.exec(text);
  return odd ? characterProblem(text, odd.index) : undefined;
}

/**
 * Characters that are not ASCII are understood only in quoted words that a program takes for text: elsewhere they may
 * look like something else, or be another name of a file, as `ß` is of `ss` on some disks.
 *
 * @param commands - the words of all simple commands of the text.
 */
export function foreignProblem(text: string, commands: readonly (readonly Word[])[]): Problem | undefined {
  const inText = commands.flatMap(textWords).reduce((sum, { source }) => sum + foreignIn(source), 0);
  return foreignIn(text) === inText ? undefined : characterProblem(text, text.search(/\P{ASCII}/u));
}

const foreignIn = (text: string): number => text.replaceAll(/\p{ASCII}/gu, "").length;

/** One pair of quotes around all of it, in which nothing is expanded or escaped. */
const isQuoted = ({ source }: Word): boolean => /^(?:'[^']*'|"[^"\\$`]*")$/.test(source);

/** The arguments of a command that are texts whatever they hold. */
function textWords([program, ...args]: readonly Word[]): readonly Word[] {
  if (program === undefined || !isLiteral(program)) return [];
  return textArguments(program.text, args).filter((word) => isQuoted(word) && !word.text.startsWith("-"));
}

function textArguments(program: string, args: readonly Word[]): readonly Word[] {
  if (program === "echo" || program === "printf") return args;
  if (/^(?:[ef]?grep|rg)$/.test(program)) return searchedText(args);
  if (program === "git" && /^(?:commit|merge|tag|stash)$/.test(args[0]?.source ?? ""))
    return args.filter((_, at) => /^(?:-a?m|--message)$/.test(args[at - 1]?.source ?? ""));
  return [];
}

/** Flags that take no value, and do not say that the text is elsewhere. */
const searchFlag = /^-[acEFhHiIlLnoqrRsvwx]+$/;

function searchedText(args: readonly Word[]): readonly Word[] {
  const isFlag = (word: Word): boolean => isLiteral(word) && searchFlag.test(word.text);
  if (args.some((word) => word.mayBeOption && !isFlag(word))) return [];
  return args.filter((word) => !isFlag(word)).slice(0, 1);
}

function characterProblem(text: string, at: number): Problem {
  const code = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return problem("character", `The command holds the character U+${code}.`, escaped(text.slice(at)));
}

/** Foreign characters would be shown as something else. */
const escaped = (text: string): string =>
  text.slice(0, 40).replaceAll(/[^\x20-\x7e]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
