import { randomUUID } from "node:crypto";
import { closeSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { flush } from "@skein/platform/files";
import { openPrivateFile } from "@skein/platform/files";
import { changedEntry, scrubEntry } from "../changed-entry.ts";
import type { RewriteRules, RewriteResult } from "../session-store.ts";
import { sha256 } from "../sha256.ts";
import { syncFolder } from "../sync-folder.ts";
import type { Upcasters } from "../upcasters.ts";
import { blobsIn, readBlob, removeBlobs, writeBlob } from "./blob-files.ts";
import { writeBytes } from "./file-bytes.ts";
import { takeLines } from "./find-line.ts";
import { followingLines, linesIn, toEntry, toLine } from "./lines.ts";
import type { Tail } from "./tail.ts";

interface Rewriting {
  readonly session: string;
  readonly tail: Tail;
  readonly blobs: string;
  readonly changes: RewriteRules;
  readonly upcasters: Upcasters;
}

/**
 * Writes the new blobs, then replaces the journal in one step, then deletes the old blobs. A kill in between leaves
 * the old journal, or blobs that nothing names; the next rewrite removes those.
 */
export function rewriteLines(path: string, rewriting: Rewriting): RewriteResult {
  const { tail, blobs, changes } = rewriting;
  removeLeftovers(path);
  const hashes = writeNewBlobs(blobs, changes);
  const fresh = join(dirname(path), `journal.${randomUUID()}.new`);
  const descriptor = openPrivateFile(fresh);
  try {
    const lines = changedLines(path, rewriting, hashes);
    let at = 0;
    let entries = 0;
    for (const { bytes, isChanged } of lines) {
      writeBytes(descriptor, bytes, at);
      at += bytes.length;
      if (isChanged) entries++;
    }
    const counts = { entries, blobs: hashes.size };
    if (entries + hashes.size === 0) return counts;
    writeBytes(descriptor, Buffer.from(toLine(scrubEntry(tail.lastSeq + 1, counts), 0)), at);
    flush(descriptor);
    renameSync(fresh, path);
    syncFolder(dirname(path));
    removeBlobs(blobs, hashes.keys());
    return counts;
  } finally {
    closeSync(descriptor);
    rmSync(fresh, { force: true });
  }
}

/** @returns old hash → new hash. */
function writeNewBlobs(folder: string, { blob: change }: RewriteRules): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  if (!change) return hashes;
  for (const before of blobsIn(folder)) {
    const bytes = readBlob(folder, before);
    if (!bytes) continue;
    const changed = change(bytes);
    const after = sha256(changed);
    if (after === before) continue;
    hashes.set(before, after);
    writeBlob(folder, after, changed);
  }
  return hashes;
}

function* changedLines(
  path: string,
  { session, tail, changes, upcasters }: Rewriting,
  hashes: ReadonlyMap<string, string>,
): Generator<{ readonly bytes: Buffer; readonly isChanged: boolean }> {
  let at = 0;
  let seq = 1;
  while (at < tail.bytes) {
    const lines = takeLines(path, at, tail);
    if (!lines) throw new Error(`${path} changed while it was being rewritten.`);
    for (const line of linesIn(lines)) {
      const changed = changedEntry(toEntry(line, seq, session, upcasters), changes, hashes);
      const bytes = changed
        ? Buffer.from(toLine(changed, followingLines(line) ?? 0))
        : Buffer.concat([line, Buffer.from("\n")]);
      yield { bytes, isChanged: changed !== undefined };
      seq++;
    }
    at += lines.length;
  }
}

/** What killed rewrites left. */
function removeLeftovers(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (name.startsWith("journal.") && name.endsWith(".new")) rmSync(join(folder, name), { force: true });
  }
}
