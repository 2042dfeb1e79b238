import type { Word } from "../../shell-analysis/index.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { wideTarget, type CommandLocation } from "./wide-target.ts";

/** Says what a program destroys with these arguments, as what follows its command: `deletes /home/u, …`. */
export type Check = (words: readonly Word[], place: CommandLocation) => string | undefined;

/** @param does - a verb: `deletes`. */
export function onWideTargets(does: string, pick: (given: Arguments) => readonly Word[] | undefined): Check {
  return (words, place) => {
    for (const word of pick(readArguments(words)) ?? []) {
      const wide = wideTarget(word, place);
      if (wide !== undefined) return `${does} ${wide}`;
    }
    return undefined;
  };
}

export const always =
  (does: string): Check =>
  () =>
    does;

/** For a program with subcommands: `destroy`, `stack rm`, `* delete`; `*` is any one operand. */
export function onSubcommands(does: string, ...patterns: readonly string[]): Check {
  const wanted = patterns.map((pattern) => pattern.split(" "));
  return (words) => {
    const operands = words.filter(({ text }) => !text.startsWith("-"));
    const isFound = wanted.some((pattern) =>
      operands.some((_, at) =>
        pattern.every((name, index) => {
          const word = operands[at + index];
          return word !== undefined && (name === "*" || fits(name, word));
        }),
      ),
    );
    return isFound ? does : undefined;
  };
}

/** `delete-*` is every name that begins so. What is known only when it runs fits nothing. */
function fits(name: string, { text }: Word): boolean {
  return name.endsWith("*") ? text.startsWith(name.slice(0, -1)) : text === name;
}

export const withOptions =
  (does: string, letters: string, ...long: readonly string[]): Check =>
  (words) =>
    readArguments(words).has(letters, ...long) ? does : undefined;

export const first =
  (...checks: readonly Check[]): Check =>
  (words, place) => {
    for (const check of checks) {
      const found = check(words, place);
      if (found !== undefined) return found;
    }
    return undefined;
  };
