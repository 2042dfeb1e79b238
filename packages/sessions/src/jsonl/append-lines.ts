import { closeSync, fstatSync, ftruncateSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { flush } from "@skein/platform/files";
import { makePrivateFolder, openPrivateFile } from "@skein/platform/files";
import { syncFolder } from "../sync-folder.ts";
import { writeBytes } from "./file-bytes.ts";
import { stampOf, type Tail } from "./tail.ts";

export interface Addition {
  readonly bytes: Buffer;
  readonly lastSeq: number;
  /** Whether they must be on disk when this returns. */
  readonly isDurable: boolean;
}

/**
 * Appends lines to a journal, overwriting what an interrupted append left there. When it fails, the journal is
 * unchanged.
 *
 * @param tail - `undefined` for a new journal.
 * @returns the new end.
 */
export function appendLines(
  path: string,
  tail: Tail | undefined,
  { bytes, lastSeq, isDurable }: Addition,
): Tail {
  const from = tail?.bytes ?? 0;
  const descriptor = tail ? openSync(path, "r+") : createFile(path);
  try {
    if (tail && tail.stamp.size > from) ftruncateSync(descriptor, from);
    try {
      writeBytes(descriptor, bytes, from);
      if (isDurable) flush(descriptor, { dataOnly: true });
    } catch (error) {
      ftruncateSync(descriptor, from);
      throw error;
    }
    const stamp = stampOf(fstatSync(descriptor));
    return { lastSeq, bytes: from + bytes.length, isDamaged: false, stamp };
  } finally {
    closeSync(descriptor);
  }
}

function createFile(path: string): number {
  const folder = dirname(path);
  makePrivateFolder(folder);
  const descriptor = openPrivateFile(path);
  syncFolder(folder);
  syncFolder(dirname(folder));
  return descriptor;
}
