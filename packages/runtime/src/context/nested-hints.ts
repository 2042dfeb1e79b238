import { realpath } from "node:fs/promises";
import { relative } from "node:path";
import type { ContextSection, JsonValue } from "@skein/protocol";
import { foldersOfProject, hintReading } from "@skein/settings";
import { fileText } from "../prompts/hints-text.ts";
import { isGuarded } from "./is-guarded.ts";
import { foldersBetween, touchedFolders } from "./touched-folders.ts";

/** Bytes of all nested hint files of a session together. */
const mostBytes = 64 * 1024;

/** Hint files below the project's folders, read when a call first touches a folder that has one. */
export interface NestedHints {
  /** Call before each call. Never rejects. */
  touch(input: JsonValue): Promise<void>;
  /** What to tell the model from now on. */
  sections(): readonly ContextSection[];
}

/** @param cwd - its own hint files, and those of the folders above it, are in the system prompt already. */
export function nestedHints(cwd: string, names: readonly string[]): NestedHints {
  const sections: ContextSection[] = [];
  const reading = hintReading(names, mostBytes, isGuarded);
  const visited = new Set<string>();
  let root: string | undefined;
  let last: Promise<void> = Promise.resolve();

  async function visit(input: JsonValue): Promise<void> {
    if (root === undefined) {
      const folders = await Promise.all(foldersOfProject(cwd).map((folder) => realpath(folder)));
      root = folders[0] ?? cwd;
      for (const folder of folders) visited.add(folder);
    }
    for (const touched of await touchedFolders(input, cwd)) {
      for (const folder of foldersBetween(root, touched)) {
        if (visited.has(folder)) continue;
        visited.add(folder);
        const files = await reading.folder(folder, { from: "project", inside: root, importsInside: root });
        for (const file of files)
          sections.push({
            name: `notes ${file.path}`,
            text: noteText(relative(root, folder), fileText(file)),
          });
      }
    }
  }

  return {
    touch: (input) => (last = last.then(() => visit(input)).catch(() => undefined)),
    sections: () => sections,
  };
}

function noteText(folder: string, text: string): string {
  return `Notes that came with ${folder}: follow them for files there, as you follow the project's other notes.\n${text}`;
}
