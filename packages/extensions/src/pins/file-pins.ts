import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "@skein/platform/files";
import { makeFolders } from "@skein/platform/folders";
import { ConfigError, messageOf, type JsonValue } from "@skein/protocol";
import { extensionPin, redactedPin, type ExtensionPinStore, type Redact } from "./extension-pin.ts";

/**
 * Pins in a folder, a file for each extension.
 *
 * @param redact - applied to the texts that are written. Default: they are written unchanged.
 */
export function fileExtensionPins(folder: string, redact: Redact = (text) => text): ExtensionPinStore {
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
        if (isMissing(error)) return undefined;
        problem = messageOf(error);
      }
      throw new ConfigError("unreadable", `${file} cannot be read: ${problem}.`, {
        hint: "Accept the extension's tools again, or remove the file.",
      });
    },
    async write(key, pin) {
      const next = `${fileOf(key)}.${crypto.randomUUID()}`;
      makeFolders(folder, 0o700);
      await writeFile(next, `${JSON.stringify(redactedPin(pin, redact), undefined, 2)}\n`, { mode: 0o600 });
      await rename(next, fileOf(key));
    },
  };
}
