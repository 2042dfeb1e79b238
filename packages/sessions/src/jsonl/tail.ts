import { fstatSync } from "node:fs";
import { readBytes, withFile } from "./file-bytes.ts";
import { followingLines, lineFeed, parseLineHead } from "./lines.ts";

/** Where a journal ends. */
export interface Tail {
  readonly lastSeq: number;
  /** The valid length. What follows is an interrupted append, which the next append cuts off. */
  readonly bytes: number;
  /** The last line is complete but damaged. Whoever reads that far reports it. */
  readonly isDamaged: boolean;
  /** Identifies the state of the file. */
  readonly stamp: Stamp;
}

export interface Stamp {
  readonly inode: number;
  readonly size: number;
  readonly changedMs: number;
}

const firstChunk = 64 * 1024;

/** Reads backwards, only as many lines as needed. @returns `undefined` when there is no file. */
export function findTail(path: string): Tail | undefined {
  return withFile(path, (descriptor) => {
    const stamp = stampOf(fstatSync(descriptor));
    for (let length = firstChunk; ; length *= 2) {
      const start = Math.max(0, stamp.size - length);
      const found = tailIn(readBytes(descriptor, start, stamp.size - start), start);
      if (found) return { ...found, stamp };
    }
  });
}

export function stampOf(stats: { ino: number; size: number; mtimeMs: number }): Stamp {
  return { inode: stats.ino, size: stats.size, changedMs: stats.mtimeMs };
}

/** @returns `undefined` when more of the file is needed. */
function tailIn(bytes: Buffer, start: number): Omit<Tail, "stamp"> | undefined {
  let end = bytes.lastIndexOf(lineFeed);
  while (end >= 0) {
    const before = end === 0 ? -1 : bytes.lastIndexOf(lineFeed, end - 1);
    if (before === -1 && start > 0) return undefined;
    const line = bytes.subarray(before + 1, end);
    const rest = followingLines(line);
    const head = parseLineHead(line.toString("latin1"));
    if (rest === undefined || rest === 0) {
      return { lastSeq: head?.seq ?? 0, bytes: start + end + 1, isDamaged: rest === undefined || !head };
    }
    end = before; // the beginning of an interrupted append
  }
  return start === 0 ? { lastSeq: 0, bytes: 0, isDamaged: false } : undefined;
}
