import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { PathGuard } from "./path-guard.ts";

/** Entries that are looked at; a larger folder may hold anything. */
const mostEntries = 10_000;
/** What others have written, and git keeps. */
const passed: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/** A guarded file somewhere in a folder; `undefined` for none. A folder that is too large to tell counts as one itself. */
export function guardedInTree(folder: string, guard: PathGuard): string | undefined {
  const open = [folder];
  let left = mostEntries;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of entriesOf(at)) {
      if (left-- <= 0) return folder;
      const path = join(at, entry.name);
      if (passed.has(entry.name)) continue;
      if (entry.isDirectory()) open.push(path);
      else if (guard(path, "reads")) return path;
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
