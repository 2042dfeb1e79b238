import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import { ConfigError, messageOf, type JsonValue } from "@skein/protocol";
import { extensionPin, type ExtensionPinStore } from "./extension-pin.ts";

/** Pins in a folder, a file for each extension. */
export function fileExtensionPins(folder: string): ExtensionPinStore {
  const fileOf = (key: string) => join(folder, `${key}.json`);
  return {
    async read(key) {
      const file = fileOf(key);
      let problem: string;
      try {
        const pin = extensionPin(JSON.parse(await readFile(file, "utf8")) as JsonValue);
        if (pin) return pin;
        problem = "it is not a list of accepted tools";
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
        problem = messageOf(error);
      }
      throw new ConfigError("unreadable", `${file} cannot be read: ${problem}.`, {
        hint: "Accept the extension's tools again, or remove the file.",
      });
    },
    async write(key, pin) {
      const next = `${fileOf(key)}.${crypto.randomUUID()}`;
      makeFolders(folder, 0o700);
      await writeFile(next, `${JSON.stringify(pin, undefined, 2)}\n`, { mode: 0o600 });
      await rename(next, fileOf(key));
    },
  };
}
