import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, writeFileSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigError } from "@skein/protocol";

/** Where one exchange is written down. Nothing in it throws: a full disk must not end a run. */
export interface TapFiles {
  /** `0001-request.json` and `0001-response.json`. */
  json(kind: "request" | "response", value: unknown): void;
  /** Adds to `0001-response.body`. */
  body(bytes: Uint8Array): void;
  close(): void;
}

/**
 * Makes the folder, for its owner alone. Throws `ConfigError` `unreadable` when that cannot be done.
 *
 * @returns the files of the next exchange. Numbers go on from what is there; several processes may write at once.
 */
export function tapFolder(path: string): () => TapFiles {
  const folder = resolve(path);
  try {
    if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(folder, 0o700);
    readdirSync(folder);
  } catch (error) {
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    throw new ConfigError("unreadable", `Requests cannot be written down in ${folder} (${code}).`, {
      hint: "Name a folder that can be written, or that can be made.",
      cause: error,
    });
  }
  let next = 1;
  return () => {
    const quietly = (write: () => void): void => {
      try {
        write();
      } catch {
        // Said nowhere: the exchange itself goes on.
      }
    };
    let number = "";
    quietly(() => {
      for (number = named(next++); !isClaimed(folder, number); number = named(next++)) continue;
    });
    const at = (name: string): string => join(folder, `${number}-${name}`);
    let body: number | undefined;
    return {
      json: (kind, value) =>
        quietly(() =>
          writeFileSync(at(`${kind}.json`), `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 }),
        ),
      body: (bytes) =>
        quietly(() => {
          body ??= openSync(at("response.body"), "w", 0o600);
          writeSync(body, bytes);
        }),
      close: () => quietly(() => body !== undefined && closeSync(body)),
    };
  };
}

function named(number: number): string {
  return String(number).padStart(4, "0");
}

/** Whether the number is ours: nobody else had made its file. */
function isClaimed(folder: string, number: string): boolean {
  try {
    closeSync(openSync(join(folder, `${number}-request.json`), "wx", 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
