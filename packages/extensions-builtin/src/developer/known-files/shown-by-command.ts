import { readFileSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { absolutePath } from "../paths.ts";

/** Programs that print what is in the files they name, or write there what the command says. */
const showing: ReadonlySet<string> = new Set(
  "cat tac nl head tail sed awk less more bat batcat echo printf tee".split(" "),
);

const mostWords = 50;
const mostBytes = 4 * 1024 * 1024;

export interface ShownFile {
  /** Absolute. */
  readonly path: string;
  readonly content: Buffer;
}

/**
 * Files that a shell command that has ended may have shown to the model, as they are now. Only what is plain to see:
 * programs of a short list, with the files' names written out. `sed -i` is not one: what it has changed was not shown.
 */
export function shownByCommand(command: string, cwd: string): readonly ShownFile[] {
  const shown = new Map<string, ShownFile>();
  let folder = cwd;
  for (const part of command.split(/[;&|\n()]+/)) {
    const [program = "", ...words] = wordsOf(part);
    if (program === "cd" && words[0] !== undefined) folder = absolutePath(words[0], folder);
    if (!showing.has(basename(program)) || changesInPlace(program, words)) continue;
    for (const word of words.slice(0, mostWords)) {
      const path = absolutePath(word.replace(/^\d*[<>]+/, ""), folder);
      const content = shown.has(path) ? undefined : contentOf(path);
      if (content) shown.set(path, { path: resolve(path), content });
    }
  }
  return [...shown.values()];
}

/** Without quotes; a variable assigned before the program is left out. */
function wordsOf(part: string): string[] {
  const words = part.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? [];
  const plain = words.map((word) => word.replace(/^(["'])(.*)\1$/s, "$2"));
  return plain.slice(plain.findIndex((word) => !/^\w+=/.test(word)));
}

function changesInPlace(program: string, words: readonly string[]): boolean {
  return basename(program) === "sed" && words.some((word) => /^(?:-[a-zA-Z]*i|--in-place)/.test(word));
}

function contentOf(path: string): Buffer | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= mostBytes ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}
