import { statSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "@skein/protocol";
import type { Recording, Runtime } from "@skein/runtime";
import { findSession } from "../session/find.ts";

/**
 * What a word means: a file when it is written like one or there is one of that name, else a session; without a word
 * the last session of the folder. Throws `ConfigError` and `SessionError`.
 */
export async function recordingOf(
  runtime: Runtime,
  word: string | undefined,
  cwd: string,
): Promise<Recording> {
  if (word === undefined) return { session: await findSession(runtime, undefined, cwd) };
  const path = resolve(cwd, word);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return { path };
  if (!/[/\\]|\.json$/i.test(word)) return { session: await findSession(runtime, word, cwd) };
  throw new ConfigError("unreadable", `There is no file ${path}.`, {
    hint: "`skein session export ID -o FILE` makes one of a session.",
  });
}
