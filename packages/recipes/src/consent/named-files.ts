import { createHash } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { isInside } from "@skein/platform/folders";
import type { CommandWord, CommandWords } from "./shell-words.ts";

/** Where the words of a command lead. */
export interface NamedFiles {
  /** By the word that names it. `sha256`: hex, of its content; absent: nothing is there. */
  readonly files: readonly { readonly word: string; readonly sha256?: string }[];
  /** Why not all of it can be looked at, as the end of a sentence: `tests is a folder`. */
  readonly unseen: readonly string[];
}

export interface NamedFilesOptions {
  /** Where the command runs, the first one, and what else its words may begin at; absolute. */
  readonly folders: readonly string[];
}

/** Of one command: with more, not all of it is looked at. `bytes`: of one file, and `allBytes` of all. */
const limits = { folders: 20, words: 300, files: 100, bytes: 16 * 1024 * 1024, allBytes: 64 * 1024 * 1024 };

/** System files change with system updates, and only an administrator can change them. */
const system = /^\/(?:bin|dev|etc|lib\w*|nix|opt|proc|sbin|snap|sys|usr|Applications|Library|System)(?:\/|$)/;

/** The files that the words of a command name, and their content as it is now. */
export async function namedFiles(
  { code, data }: CommandWords,
  { folders: given }: NamedFilesOptions,
): Promise<NamedFiles> {
  const unseen = new Set<string>();
  for (const { text, isOpen } of code) if (isOpen) unseen.add(`${text} may name any file`);
  const texts = namesIn(code);
  if (texts.length > limits.words) unseen.add("it has too many words");
  const names = texts.slice(0, limits.words);
  const folders = await foldersFor([...names, ...namesIn(data)], given, unseen);
  const files: { word: string; sha256?: string }[] = [];
  let left = limits.allBytes;
  for (const word of names) {
    const paths = new Set(folders.flatMap((folder) => pathsOf(word, folder, given)));
    let isThere = false;
    for (const path of paths) {
      const content = files.length > limits.files ? "is one of too many files" : await contentOf(path, left);
      if (content === undefined) continue;
      isThere = true;
      if (typeof content !== "string") left -= content.bytes;
      if (typeof content === "string") unseen.add(`${word} ${content}`);
      else if (!files.some((one) => one.word === word && one.sha256 === content.sha256)) {
        files.push({ word, sha256: content.sha256 });
      }
    }
    if (!isThere && isPathLike(word)) files.push({ word });
  }
  return { files, unseen: [...unseen] };
}

function namesIn(words: readonly CommandWord[]): readonly string[] {
  const names = words.filter(({ text, isOpen }) => !isOpen && text !== "" && !text.includes("\0"));
  return [...new Set(names.map(({ text }) => text))];
}

/** `cd sub && ./check.sh`: words may begin in every folder that a word names. */
async function foldersFor(
  words: readonly string[],
  given: readonly string[],
  unseen: Set<string>,
): Promise<readonly string[]> {
  const folders = new Set(given);
  // A folder in a folder in a folder: each round sees those of the one before.
  for (let round = 0; round < 3; round++) {
    const known = Array.from(folders);
    for (const folder of known) {
      for (const word of words) {
        for (const path of pathsOf(word, folder, given)) {
          if (folders.has(path) || !(await stat(path).catch(() => undefined))?.isDirectory()) continue;
          if (folders.size < limits.folders) folders.add(path);
          else unseen.add("it names too many folders");
        }
      }
    }
  }
  return [...folders];
}

function pathsOf(word: string, folder: string, given: readonly string[]): readonly string[] {
  if (!isAbsolute(word)) return [resolve(folder, word)];
  // Behind a variable, what looks like a path from the root may begin in the folder.
  const within = [resolve(folder, `.${word}`)];
  return system.test(word) && !given.some((one) => isInside(word, one)) ? within : [word, ...within];
}

/** @returns why it cannot be known, as the end of a sentence; `undefined` where nothing is. */
async function contentOf(
  path: string,
  left: number,
): Promise<{ readonly sha256: string; readonly bytes: number } | string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) return undefined;
  if (stats.isDirectory()) return "is a folder";
  if (!stats.isFile()) return "is not a regular file";
  if (stats.size > Math.min(limits.bytes, left)) return "is too large to read";
  try {
    await using file = await open(path, "r");
    const hash = createHash("sha256");
    for await (const bytes of file.createReadStream({ end: limits.bytes })) hash.update(bytes as Buffer);
    return { sha256: hash.digest("hex"), bytes: stats.size };
  } catch {
    return "cannot be read";
  }
}

/** What a person would take for the path of a file that should be there. */
function isPathLike(word: string): boolean {
  return /^\.{1,2}\//.test(word) || /^[\w.-][\w./-]*\/[\w.-]+\.\w{1,5}$/.test(word);
}
