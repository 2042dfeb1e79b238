import { isAscii } from "node:buffer";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { mapStrings, SessionError, type Redactor } from "@skein/protocol";
import type { FileCheckpoints, ScrubbedStore } from "@skein/checkpoints";
import type { RewriteResult, SessionStore } from "@skein/sessions";
import { loadRedaction } from "../later.ts";

export interface Scrubbed extends RewriteResult {
  /** Number of call files that contained secrets. */
  readonly files: number;
}

/** A session and its redactor; secrets differ by working folder. */
export interface ScrubTarget {
  readonly session: string;
  readonly redactor: Redactor;
}

/** The result for one session. */
export type ScrubEnd = { readonly session: string } & (
  | ({ readonly error?: never } & Scrubbed)
  | { readonly error: SessionError }
);

export interface ScrubParts {
  readonly store: SessionStore;
  readonly checkpoints: FileCheckpoints;
  readonly folderOf: (session: string) => string;
}

/**
 * Removes the currently known secrets from existing sessions: journals, contexts and call files. Then from
 * the checkpoints, which all sessions share: a file that contained a secret can no longer be restored, and an
 * undo reports it.
 */
export async function scrubSessions(
  { store, checkpoints, folderOf }: ScrubParts,
  targets: readonly ScrubTarget[],
  onEnd: (end: ScrubEnd) => void = () => undefined,
): Promise<ScrubbedStore> {
  for (const { session, redactor } of targets) {
    try {
      onEnd({ session, ...(await scrubSession(store, session, { redactor, folder: folderOf(session) })) });
    } catch (error) {
      if (!SessionError.is(error)) throw error;
      onEnd({ session, error });
    }
  }
  const redactors = [...new Set(targets.map(({ redactor }) => redactor))];
  return checkpoints.scrub((bytes) => redactors.some((redactor) => holdsSecret(bytes, redactor)));
}

async function scrubSession(
  store: SessionStore,
  session: string,
  { redactor, folder }: { readonly redactor: Redactor; readonly folder: string },
): Promise<Scrubbed> {
  const hide = (text: string) => redactor.redact(text);
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
  const { redactFile } = await loadRedaction();
  let files = 0;
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isFile() && (await redactFile(path, redactor))) files++;
  }
  return files;
}

/** Chunk size in bytes. */
const pieceBytes = 1024 * 1024;

/** Redacts byte by byte (latin1), so that no byte is lost, then as UTF-8 for non-ASCII secrets. */
function holdsSecret(bytes: Uint8Array, redactor: Redactor): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const stream = redactor.stream();
  let ahead = "";
  const isChanged = (out: string): boolean => {
    if (!ahead.startsWith(out)) return true;
    ahead = ahead.slice(out.length);
    return false;
  };
  for (let at = 0; at < buffer.length; at += pieceBytes) {
    const piece = buffer.toString("latin1", at, at + pieceBytes);
    ahead += piece;
    if (isChanged(stream.push(piece))) return true;
  }
  if (isChanged(stream.end()) || ahead !== "") return true;
  return !isAscii(buffer) && hiddenBytes(bytes, (text) => redactor.redact(text)) !== bytes;
}
