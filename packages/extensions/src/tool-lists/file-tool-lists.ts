import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import type { JsonValue } from "@skein/protocol";
import type { ToolListStore } from "./tool-list-store.ts";

/** Tool lists in a folder, a file for each server. Two processes may write the same one: the last wins. */
export function fileToolLists(folder: string): ToolListStore {
  const fileOf = (key: string) => join(folder, `${key}.json`);
  return {
    async read(key) {
      try {
        // At once, as `toolListKey` looks at files.
        return JSON.parse(readFileSync(fileOf(key), "utf8")) as JsonValue;
      } catch {
        return undefined;
      }
    },
    async write(key, list) {
      const next = `${fileOf(key)}.${crypto.randomUUID()}`;
      try {
        makeFolders(folder, 0o700);
        await writeFile(next, JSON.stringify(list), { mode: 0o600 });
        await rename(next, fileOf(key));
      } catch {
        // The list is asked for again at the next start.
      }
    },
  };
}
