import { fstatSync } from "node:fs";
import { readBytes, withFile } from "./file-bytes.ts";
import { lineFeed, parseLineHead } from "./lines.ts";
import type { Tail } from "./tail.ts";

/** Where a line begins, and which entry it should be. */
export interface LinePosition {
  readonly at: number;
  readonly seq: number;
}

/** Bytes per read; more when a line is longer. Memory for larger texts costs twice as much, since the system maps it each time. */
export const chunkBytes = 128 * 1024;
/** A range this small is scanned instead of halved. */
const walkedBytes = 64 * 1024;
/** Enough of a line to read its head. */
const headBytes = 4096;
const start: LinePosition = { at: 0, seq: 1 };

/**
 * Binary search for the line of an entry, or one a little before it: a few reads, however long the file is.
 *
 * @param end - bytes of the file that count.
 */
export function findLine(path: string, seq: number, end: number): LinePosition {
  if (seq <= 1) return start;
  return withFile(path, (descriptor) => halve(descriptor, seq, end)) ?? start;
}

function halve(descriptor: number, seq: number, end: number): LinePosition {
  let low = start;
  let high = end;
  while (high - low.at > walkedBytes) {
    const middle = Math.floor((low.at + high) / 2);
    const at = lineAfter(descriptor, middle, high);
    const found =
      at === undefined ? undefined : parseLineHead(readBytes(descriptor, at, headBytes).toString("latin1"));
    if (at === undefined) high = middle;
    else if (!found) return low; // damaged, perhaps: the scan from here will find out
    else if (found.seq <= seq) low = { at, seq: found.seq };
    else high = middle;
  }
  return low;
}

/** The start of the first line that begins after `from` and before `end`. */
function lineAfter(descriptor: number, from: number, end: number): number | undefined {
  for (let at = from; at < end; at += chunkBytes) {
    const found = readBytes(descriptor, at, Math.min(chunkBytes, end - at)).indexOf(lineFeed);
    if (found >= 0) return at + found + 1 < end ? at + found + 1 : undefined;
  }
  return undefined;
}

/**
 * Complete lines from `at` on, with their line feeds; `undefined` when the file has changed since `tail`.
 *
 * @param space - of `chunkBytes`, to be used again and again.
 */
export function takeLines(path: string, at: number, tail: Tail, space?: Buffer): Buffer | undefined {
  return withFile(path, (descriptor) => {
    if (fstatSync(descriptor).ino !== tail.stamp.inode) return undefined;
    for (let length = chunkBytes; ; length *= 2) {
      const bytes = readBytes(descriptor, at, Math.min(length, tail.bytes - at), space);
      const end = bytes.lastIndexOf(lineFeed);
      if (end >= 0) return bytes.subarray(0, end + 1);
      if (bytes.length < length) return undefined; // truncated since
    }
  });
}
