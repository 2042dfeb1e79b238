import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { reached, type Access, type ReachedPath } from "../paths/reached-paths.ts";
import { fitsWildcard } from "../wildcard.ts";
import type { ShellSegment } from "./shell-analysis.ts";
import type { Word } from "./simple-commands.ts";

/** What a command gets at, as far as its words say. */
export interface SegmentPaths {
  readonly paths: readonly ReachedPath[];
  /** Folders of which it reads all files below. */
  readonly trees: readonly string[];
  /** A word that may be any path. */
  readonly unknown?: string;
}

/** Names that a pattern is looked up as; with more it may be any path. */
const mostNames = 500;
/** Programs whose words are not names of files. */
const wordless: ReadonlySet<string> = new Set(
  "echo printf true false pwd whoami id uname which date basename dirname".split(" "),
);
/** Programs that change the files they are given. */
const writers: ReadonlySet<string> = new Set(
  "rm rmdir mv cp ln tee touch mkdir chmod chown chgrp install dd truncate shred rsync unlink mkfifo patch".split(
    " ",
  ),
);
const searchers: ReadonlySet<string> = new Set(["grep", "egrep", "fgrep", "rg", "ag"]);

/**
 * The files of a simple command: its redirections, and each of its words as if it named one, since which of them do so
 * only the program knows.
 *
 * @param folders - where the command may run: the working folder, and those that commands before it enter.
 */
export function pathsOfSegment(segment: ShellSegment, folders: readonly string[]): SegmentPaths {
  const { words, redirections } = segment;
  const isWriting = words.slice(0, 4).some(({ text }) => writers.has(nameOf(text))) || isInPlace(words);
  const access = isWriting ? "writes" : "reads";
  const operands = wordless.has(nameOf(words[0]?.text ?? "")) ? [] : words.slice(1);
  const unknown = operands.find(({ hasVariable, text }) => hasVariable || /^~[^/]/.test(text));
  const paths = folders.flatMap((folder) => [
    ...redirections.map((one) => reached(one.path, one.access, folder)),
    ...operands.flatMap((word) => operandPaths(word, access, folder)),
  ]);
  const tooMany = paths.length > mostNames ? "*" : undefined;
  const first = unknown?.text ?? tooMany;
  return {
    paths: paths.slice(0, mostNames),
    trees: treesOf(words, folders),
    ...(first === undefined ? {} : { unknown: first }),
  };
}

function operandPaths(word: Word, access: Access, folder: string): readonly ReachedPath[] {
  return candidates(word.text).flatMap((text) => {
    if (!word.isExpanded) return [reached(text, access, folder)];
    return [text, ...expand(text, folder)].map((path) => reached(path, access, folder));
  });
}

/** `--file=x` and `-fx` may name `x`. */
function candidates(text: string): readonly string[] {
  if (!text.startsWith("-")) return text === "" ? [] : [text];
  const value = /=(.+)$/s.exec(text)?.[1];
  if (value !== undefined) return [value];
  return /^-[A-Za-z].*[./~]/.test(text) ? [text.slice(2)] : [];
}

/** The files that a pattern stands for now. What a set of brackets may be is not looked at: any character. */
function expand(text: string, folder: string): readonly string[] {
  const names = text.replaceAll(/\[[^\]]*\]/g, "?").split("/");
  let found = [text.startsWith("/") ? "/" : ""];
  for (const name of names.filter((one) => one !== "")) {
    const isPattern = /[*?]/.test(name);
    found = found.flatMap((base) => {
      if (!isPattern) return [join(base, name)];
      return namesIn(resolve(folder, base))
        .filter(
          (entry) =>
            (name.startsWith(".") || !entry.startsWith(".")) && fitsWildcard(name, entry, { hasOne: true }),
        )
        .map((entry) => join(base, entry));
    });
    if (found.length > mostNames) return found;
  }
  return found;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A search through folders reads what is in them. */
function treesOf(words: readonly Word[], folders: readonly string[]): readonly string[] {
  const [program, ...rest] = words;
  const name = nameOf(program?.text ?? "");
  if (!searchers.has(name)) return [];
  const options = rest.filter(({ text }) => text.startsWith("-"));
  const isDeep = /^(?:-[A-Za-z]*[rRu.]|--(?:recursive|dereference|hidden|no-ignore|unrestricted))/;
  if (!options.some(({ text }) => isDeep.test(text))) return [];
  const operands = rest.filter(({ text, isExpanded }) => !text.startsWith("-") && !isExpanded).slice(1);
  const named = operands.length === 0 ? ["."] : operands.map(({ text }) => text);
  return folders.flatMap((folder) => named.map((path) => reached(path, "reads", folder).places[0] ?? folder));
}

/** `sed -i`, `perl -pi`. */
function isInPlace([program, ...rest]: readonly Word[]): boolean {
  const isEditor = ["sed", "perl", "ruby"].includes(nameOf(program?.text ?? ""));
  return isEditor && rest.some(({ text }) => /^-[A-Za-z]*i|^--in-place/.test(text));
}

function nameOf(text: string): string {
  return text.slice(text.lastIndexOf("/") + 1);
}

/** Where a command may run when it stands behind others: those that enter folders, from each of the folders before. */
export function foldersAfter(
  { words }: ShellSegment,
  folders: readonly string[],
  home: string,
): readonly string[] | undefined {
  const [program, ...rest] = words;
  if (program?.text !== "cd" && program?.text !== "pushd") return folders;
  const [target] = rest.filter(({ text }) => !/^-[LPe@]+$|^--$/.test(text));
  if (target?.isExpanded || target?.text === "-" || folders.length > 16) return undefined;
  const text = target?.text ?? "~";
  const entered = folders.map((folder) =>
    text.startsWith("~") ? join(home, text.slice(1)) : resolve(folder, text),
  );
  return [...new Set([...folders, ...entered])];
}
