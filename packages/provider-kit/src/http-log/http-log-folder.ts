// Files of the HTTP log. Writing is synchronous: the log must be complete when
// a process is killed, and it is used by people who debug, not by default.
import { closeSync, openSync, readdirSync, writeFileSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import { ConfigError } from "@skein/protocol";

/**
 * Log files of one request. No method throws: a full disk must not end a run.
 */
export interface HttpLogFiles {
  /**
   * Writes `0001-request.json` or `0001-response.json`. A later call replaces
   * the file.
   */
  json(kind: "request" | "response", value: unknown): void;
  /** Appends to `0001-response.body`. The file is created by the first call. */
  body(bytes: Uint8Array): void;
  /** Closes the file of the body. Call it once the response has ended. */
  close(): void;
}

/**
 * Creates the folder of an HTTP log, readable only by its owner. Throws
 * `ConfigError` `unreadable` if that fails.
 *
 * @returns a function that claims the files of the next request. Numbering
 *   continues from existing files; several processes may write at once.
 */
export function httpLogFolder(path: string): () => HttpLogFiles {
  const folder = resolve(path);
  try {
    makeFolders(folder, 0o700);
    readdirSync(folder);
  } catch (error) {
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    throw new ConfigError("unreadable", `Cannot write the HTTP log to ${folder} (${code}).`, {
      hint: "Choose a folder that is writable or can be created.",
      cause: error,
    });
  }
  let next = 1;
  return () => {
    const quietly = (write: () => void): void => {
      try {
        write();
      } catch {
        // Ignored: the request itself continues.
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

/** Pads the number, so that files sort in the order of requests. */
function named(number: number): string {
  return String(number).padStart(4, "0");
}

/**
 * Returns true if this number is now ours, because its file did not exist yet.
 * `wx` makes the check and the creation one step.
 */
function isClaimed(folder: string, number: string): boolean {
  try {
    closeSync(openSync(join(folder, `${number}-request.json`), "wx", 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
