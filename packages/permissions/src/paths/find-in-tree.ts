import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Entries that are looked at; a larger folder may hold anything. */
const mostEntries = 10_000;
/** What others have written, and git keeps. */
const passed: ReadonlySet<string> = new Set(["node_modules", ".git"]);

export interface FoundInTree {
  readonly path: string;
  /** The folder has too many entries to tell: `path` is the folder. */
  readonly isUnknown: boolean;
}

/** The first file somewhere in a folder that is wanted; `undefined` for none. @param isWanted - of absolute paths. */
export function findInTree(folder: string, isWanted: (path: string) => boolean): FoundInTree | undefined {
  const open = [folder];
  let left = mostEntries;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of entriesOf(at)) {
      if (left-- <= 0) return { path: folder, isUnknown: true };
      const path = join(at, entry.name);
      if (passed.has(entry.name)) continue;
      if (entry.isDirectory()) open.push(path);
      else if (isWanted(path)) return { path, isUnknown: false };
    }
  }
  return undefined;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
