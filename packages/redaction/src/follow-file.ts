import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { GrowingRedactor } from "./redactor.ts";

/** Small enough that its strings are cheap garbage. */
const pieceBytes = 64 * 1024;
/** Other work runs after this many pieces, some milliseconds. */
const piecesAtOnce = 16;

/** A file that is redacted while another process still appends to it. */
export interface FollowedFile {
  /** Takes some of what has been added, for some milliseconds. @returns whether there is more. */
  look(): boolean;
  /**
   * For when nothing is appended any more: takes the rest and puts the clean text in the file's place.
   *
   * @returns whether that could be done. Otherwise the file is as it was, and is to be redacted as a whole.
   */
  finish(): Promise<boolean>;
  /** Leaves the file as it is. */
  drop(): void;
}

/**
 * Redacts what is appended to a file, into a new file beside it. What was read is not read again, so it does not matter
 * what becomes of it: whatever is in the new file has gone through the redactor.
 */
export function followFile(path: string, redactor: GrowingRedactor): FollowedFile {
  const source = openSync(path, "r");
  const before = fstatSync(source);
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.skein-new`);
  const known = redactor.knownCount();
  const stream = redactor.stream();
  const buffer = Buffer.allocUnsafe(pieceBytes);
  let [position, target, failed] = [0, -1, false];

  function append(text: string): void {
    if (target === -1) target = openSync(beside, "wx", before.mode & 0o7777);
    // One character per byte, so that no byte is lost and no character is split.
    for (let rest = text; rest !== "";) rest = rest.slice(writeSync(target, rest, undefined, "latin1"));
  }

  function look(): boolean {
    if (failed) return false;
    try {
      for (let count = 0; count < piecesAtOnce; count++) {
        const bytes = readSync(source, buffer, 0, pieceBytes, position);
        position += bytes;
        append(stream.push(buffer.toString("latin1", 0, bytes)));
        if (bytes < pieceBytes) return false;
      }
    } catch {
      failed = true; // a full disk, say: the whole file is redacted afterwards, which says so
      return false;
    }
    return true;
  }

  /** Something else than appending may have happened, and a secret may have become known after its text was taken. */
  function isWhole(): boolean {
    const now = statSync(path);
    return now.ino === before.ino && now.size === position && redactor.knownCount() === known;
  }

  function drop(): void {
    failed = true;
    closeSync(source);
    if (target !== -1) closeSync(target);
    rmSync(beside, { force: true });
  }

  return {
    look,
    async finish() {
      while (look()) await setImmediate();
      try {
        if (!failed) append(stream.end());
        if (failed || !isWhole()) return false;
        renameSync(beside, path);
        return true;
      } catch {
        return false;
      } finally {
        drop();
      }
    },
    drop,
  };
}
