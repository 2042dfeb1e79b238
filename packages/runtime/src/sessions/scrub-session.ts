import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { mapStrings, type Redactor } from "@skein/protocol";
import type { Rewritten, SessionStore } from "@skein/sessions";

export interface Scrubbed extends Rewritten {
  /** Files of calls that held secrets. */
  readonly files: number;
}

/**
 * Takes the secrets that are known now out of a session that was written without them being known: its journal, what
 * its model was told, the files of its calls. Snapshots of the user's files hold what those held, and stay.
 */
export async function scrubSession(
  store: SessionStore,
  session: string,
  { redactor, folder }: { readonly redactor: Redactor; readonly folder: string },
): Promise<Scrubbed> {
  const hide = (text: string) => redactor.hide(text);
  const rewritten = await store.rewrite(session, {
    entry: (entry) => mapStrings(entry, hide),
    blob: (bytes) => hiddenBytes(bytes, hide),
  });
  return { ...rewritten, files: await scrubFiles(join(folder, "calls"), redactor) };
}

function hiddenBytes(bytes: Uint8Array, hide: (text: string) => string): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const hidden = hide(text);
  return hidden === text ? bytes : new TextEncoder().encode(hidden);
}

async function scrubFiles(folder: string, redactor: Redactor): Promise<number> {
  const { redactFile } = await import("@skein/redaction");
  let files = 0;
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isFile() && (await redactFile(path, redactor))) files++;
  }
  return files;
}
