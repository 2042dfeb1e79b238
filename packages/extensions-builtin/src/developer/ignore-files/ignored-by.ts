import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, parse, relative } from "node:path";
import { homeFolder } from "@skein/platform/user";
import { decodeAs, detectUnicode } from "@skein/platform/text";
import ignore, { type Ignore } from "ignore";

/** The line of an ignore file that keeps a path from the model. */
export interface IgnoreLine {
  /** Absolute. */
  readonly file: string;
  /** The folder that its patterns are relative to. */
  readonly base: string;
  /** From 1. */
  readonly line: number;
  readonly pattern: string;
}

/** Files whose patterns, written as in a `.gitignore`, keep paths from being read and written. */
const names: readonly string[] = [".gooseignore", ".skeinignore"];
/** Others, whose patterns hold everywhere: in them a leading slash is the root of the file system. */
const global = new Set<string>();
/** Longer ones are not written by hand. */
const mostBytes = 1024 * 1024;

/** Has an ignore file hold everywhere in this process, if it is there; Goose's does so anyway. @param path - absolute. */
export function obeyIgnoreFile(path: string): void {
  global.add(path);
}

function globalFiles(): readonly string[] {
  return [...global, join(homeFolder(), ".config", "goose", ".gooseignore")];
}

/**
 * What keeps a path from the model: the ignore files of the folder it is in and of all folders above, of which the
 * nearest decides, and then those that hold everywhere. Links count for where they lead, too.
 *
 * @param path - absolute; it need not exist.
 */
export function ignoredBy(path: string): IgnoreLine | undefined {
  const real = realPath(path);
  return ignoredAt(path) ?? (real === path ? undefined : ignoredAt(real));
}

/** Whether a folder or one above has such a file, or one holds everywhere: otherwise only files in subfolders can apply. */
export function hasIgnoreFile(folder: string): boolean {
  return filesFor(folder).some(({ file }) => rulesIn(file) !== undefined);
}

export function isIgnoreFile(path: string): boolean {
  const isGlobal = globalFiles().includes(path) || globalFiles().includes(realPath(path));
  return isGlobal || names.includes(basename(path)) || names.includes(basename(realPath(path)));
}

/** The files that count in a folder, and what their patterns are relative to; the first that decides, does. */
function filesFor(folder: string): readonly { readonly file: string; readonly base: string }[] {
  return [
    ...foldersUpFrom(folder).flatMap((base) => names.map((name) => ({ file: join(base, name), base }))),
    ...globalFiles().map((file) => ({ file, base: parse(folder).root })),
  ];
}

function ignoredAt(path: string): IgnoreLine | undefined {
  for (const { file, base } of filesFor(dirname(path))) {
    const found = rulesIn(file)?.test(relative(base, path));
    if (found?.unignored) return undefined;
    if (found?.ignored) {
      return { file, base, line: Number(found.rule?.mark ?? 0), pattern: found.rule?.pattern ?? "" };
    }
  }
  return undefined;
}

function foldersUpFrom(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUpFrom(above)];
}

const parsed = new Map<string, { readonly stamp: string; readonly rules: Ignore }>();

function rulesIn(file: string): Ignore | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
  const known = parsed.get(file);
  if (known?.stamp === stamp) return known.rules;
  const bytes = readFileSync(file).subarray(0, mostBytes);
  // Synchronous, so without guesses: patterns are mostly ASCII, which legacy encodings have in common with UTF-8.
  const { text } = decodeAs(bytes, detectUnicode(bytes) ?? { encoding: "utf-8", isGuess: true });
  const lines = text.toWellFormed().split(/\r?\n/);
  const rules = ignore({ allowRelativePaths: true }).add(
    lines.map((pattern, index) => ({ pattern, mark: String(index + 1) })),
  );
  parsed.set(file, { stamp, rules });
  return rules;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}
