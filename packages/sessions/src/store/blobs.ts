import type { SessionFiles } from "./session-files.ts";
import { sha256 } from "../sha256.ts";
import { damaged } from "../store-errors.ts";

type BlobFiles = Pick<SessionFiles, "blob" | "putBlob">;

/** Stores bytes with their session. @returns their hash. */
export function storeBlob(files: BlobFiles, session: string, bytes: Uint8Array): string {
  const hash = sha256(bytes);
  files.putBlob(session, hash, bytes);
  return hash;
}

/** Throws `damaged` if the bytes do not match the hash. */
export function findBlob(files: BlobFiles, session: string, hash: string): Uint8Array | undefined {
  const bytes = files.blob(session, hash);
  if (bytes && sha256(bytes) !== hash) throw damaged(session, `the blob ${hash} does not match its hash`);
  return bytes;
}

/** A blob that an entry of the session names. Throws `damaged` also if it is missing. */
export function requireBlob(files: BlobFiles, session: string, hash: string): Uint8Array {
  const bytes = findBlob(files, session, hash);
  if (!bytes) throw damaged(session, `the blob ${hash} is missing`);
  return bytes;
}
