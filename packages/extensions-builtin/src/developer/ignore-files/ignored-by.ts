import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import ignore, { type Ignore } from "ignore";

/** The line of an ignore file that keeps a path from the model. */
export interface IgnoreLine {
  /** Absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly pattern: string;
}

/** Files whose patterns, written as in a `.gitignore`, keep paths from being read and written. */
const names: readonly string[] = [".gooseignore", ".skeinignore"];
/** Longer ones are not written by hand. */
const mostBytes = 1024 * 1024;

/**
 * What keeps a path from the model: the ignore files of the folder it is in and of all folders above, of which the
 * nearest decides. Links count for where they lead, too.
 *
 * @param path - absolute; it need not exist.
 */
export function ignoredBy(path: string): IgnoreLine | undefined {
  const real = realPath(path);
  return ignoredAt(path) ?? (real === path ? undefined : ignoredAt(real));
}

/** Whether a folder or one above has such a file: below any other, only files in subfolders can apply. */
export function hasIgnoreFile(folder: string): boolean {
  return foldersUpFrom(folder).some((each) => names.some((name) => rulesIn(each, name) !== undefined));
}

export function isIgnoreFile(path: string): boolean {
  return names.includes(basename(path)) || names.includes(basename(realPath(path)));
}

function ignoredAt(path: string): IgnoreLine | undefined {
  for (const folder of foldersUpFrom(dirname(path))) {
    for (const name of names) {
      const rules = rulesIn(folder, name);
      const found = rules?.test(relative(folder, path));
      if (found?.unignored) return undefined;
      if (found?.ignored) {
        const line = Number(found.rule?.mark ?? 0);
        return { file: join(folder, name), line, pattern: found.rule?.pattern ?? "" };
      }
    }
  }
  return undefined;
}

function foldersUpFrom(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUpFrom(above)];
}

const parsed = new Map<string, { readonly stamp: string; readonly rules: Ignore }>();

function rulesIn(folder: string, name: string): Ignore | undefined {
  const file = join(folder, name);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
  const known = parsed.get(file);
  if (known?.stamp === stamp) return known.rules;
  const lines = readFileSync(file)
    .subarray(0, mostBytes)
    .toString()
    .replace(/^\ufeff/, "")
    .split(/\r?\n/);
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
