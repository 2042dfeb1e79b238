import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { isMissing } from "@skein/platform/files";

/** @returns `undefined` when there is no such file. */
export function withFile<Result>(path: string, work: (descriptor: number) => Result): Result | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    return work(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Fewer bytes than requested only at the end of the file.
 *
 * @param space - to read into, where it is large enough: fresh memory costs as much as reading into it.
 */
export function readBytes(descriptor: number, from: number, length: number, space?: Buffer): Buffer {
  const wanted = Math.max(0, length);
  const bytes = space && space.length >= wanted ? space.subarray(0, wanted) : Buffer.allocUnsafe(wanted);
  let filled = 0;
  while (filled < bytes.length) {
    const read = readSync(descriptor, bytes, filled, bytes.length - filled, from + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

export function writeBytes(descriptor: number, bytes: Uint8Array, at: number): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, at + written);
  }
}
