import { statSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "@skein/protocol";
import type { Recording, Sessions } from "@skein/runtime";
import { findSession } from "@skein/host/sessions";

/**
 * What a word means: a file when it is written like one or there is one of that name, else a session; without a word
 * the last session of the folder. Throws `ConfigError` and `SessionError`.
 */
export async function findRecording(
  runtime: { readonly sessions: Pick<Sessions, "list"> },
  word: string | undefined,
  cwd: string,
): Promise<Recording> {
  if (word === undefined) return { session: await findSession(runtime, undefined, cwd) };
  const path = resolve(cwd, word);
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return { path };
  if (!/[/\\]|\.json$/i.test(word)) return { session: await findSession(runtime, word, cwd) };
  throw new ConfigError("unreadable", `There is no file ${path}.`, {
    nextStep: { do: "export-session" },
  });
}
