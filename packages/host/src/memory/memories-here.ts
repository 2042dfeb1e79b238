import { join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import { nearestWord } from "@skein/platform/words";
import { ConfigError } from "@skein/protocol";
import { forgetMemory, isCategory, readMemories, type MemoryFile } from "@skein/extensions-builtin/memory";
import type { Machine } from "../machine.ts";
import { memoryFolders } from "./memory-folders.ts";

/** What is remembered for the user and in the project of a folder. */
export function memoriesHere(machine: Machine, cwd: string): Promise<readonly MemoryFile[]> {
  return readMemories(memoryFolders(machine, cwd));
}

/**
 * Forgets one entry by its text, or all of a category.
 *
 * Throws `ConfigError` when nothing fits. @returns how many entries.
 */
export async function forgetHere(
  machine: Machine,
  cwd: string,
  { category, text }: { readonly category: string; readonly text: string | undefined },
): Promise<number> {
  const files = await memoriesHere(machine, cwd);
  const meant = files.filter((file) => file.category === category);
  const counts = await Promise.all(meant.map((file) => forgetMemory(file, text)));
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count > 0) return count;
  const names = [...new Set(files.map((file) => file.category))];
  const guess = nearestWord(category, names);
  throw new ConfigError(
    "usage",
    meant.length > 0 ? `${category} has no such entry.` : `Nothing is remembered in ${category}.`,
    {
      hint:
        meant.length > 0
          ? "Give the exact text of the entry."
          : guess === undefined
            ? `There is ${names.join(", ") || "nothing at all"}.`
            : `Did you mean ${guess}?`,
    },
  );
}

/** The file of a category, to be edited: the one that is there, or a new one of the user's. Its folder is made. */
export async function memoryFileFor(machine: Machine, cwd: string, category: string): Promise<string> {
  if (!isCategory(category)) {
    throw new ConfigError("usage", `${JSON.stringify(category)} is no category.`, {
      hint: "Use one word of up to 64 letters, digits, _ and -.",
    });
  }
  const known = (await memoriesHere(machine, cwd)).find((file) => file.category === category);
  if (known) return known.path;
  const [folder = ""] = memoryFolders(machine, cwd).user;
  makeFolders(folder);
  return join(folder, `${category}.md`);
}
