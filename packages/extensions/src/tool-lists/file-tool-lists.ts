import { readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import { mapStrings, type JsonValue } from "@skein/protocol";
import type { Redact } from "../pins/extension-pin.ts";
import type { ToolListStore } from "./tool-list-store.ts";

/**
 * Tool lists in a folder, a file for each server. Two processes may write the same one: the last wins.
 *
 * @param redact - a list in which it finds a secret is not stored: changed, it would not be what was accepted. Default: all are.
 */
export function fileToolLists(folder: string, redact: Redact = (text) => text): ToolListStore {
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
      const text = JSON.stringify(list);
      const clean = mapStrings(list as unknown as JsonValue, redact);
      if (JSON.stringify(clean) !== text) return;
      const next = `${fileOf(key)}.${crypto.randomUUID()}`;
      try {
        makeFolders(folder, 0o700);
        await writeFile(next, text, { mode: 0o600 });
        await rename(next, fileOf(key));
      } catch {
        // The list is asked for again at the next start.
      }
    },
  };
}
