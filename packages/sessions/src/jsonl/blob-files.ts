import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder, writePrivateFile, isMissing } from "@skein/platform/files";
import { syncFolder } from "../sync-folder.ts";

const hashPattern = /^[0-9a-f]{64}$/;

/** Atomic: the complete file is on disk, or none. @param folder - of the session's blobs. */
export function writeBlob(folder: string, hash: string, bytes: Uint8Array): void {
  const path = join(folder, hash);
  if (existsSync(path)) return;
  makePrivateFolder(folder);
  const fresh = join(folder, `${randomUUID()}.new`);
  try {
    writePrivateFile(fresh, bytes, true);
    renameSync(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
  syncFolder(folder);
}

export function readBlob(folder: string, hash: string): Uint8Array | undefined {
  if (!hashPattern.test(hash)) return undefined;
  try {
    return new Uint8Array(readFileSync(join(folder, hash)));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function removeBlobs(folder: string, hashes: Iterable<string>): void {
  for (const hash of hashes) rmSync(join(folder, hash), { force: true });
  if (existsSync(folder)) syncFolder(folder);
}

/** Also removes what killed writers left. */
export function blobsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder);
  for (const name of names) if (name.endsWith(".new")) rmSync(join(folder, name), { force: true });
  return names.filter((name) => hashPattern.test(name));
}
