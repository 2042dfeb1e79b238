import { SessionError } from "@skein/protocol";
import { changedEntry, scrubEntry } from "../changed-entry.ts";
import type { RewriteRules, RewriteResult } from "../session-store.ts";
import { sha256 } from "../sha256.ts";
import type { Upcasters } from "../upcasters.ts";
import { insertRow } from "./insert-row.ts";
import type { JournalFile } from "./journal-file.ts";
import { lastSeqOf, rowAt, takeRows } from "./query-rows.ts";
import { toEntry, toRow } from "../rows.ts";

interface Rewriting {
  readonly session: string;
  readonly changes: RewriteRules;
  readonly upcasters: Upcasters;
}

export function rewriteFile(file: JournalFile, rewriting: Rewriting): RewriteResult {
  const end = lastSeqOf(file);
  // Erasing after an earlier rewrite may have been interrupted.
  const wasRewritten = rowAt(file, end)?.kind === "scrub";
  file.database.exec("PRAGMA secure_delete = ON");
  const rewritten = file.write(true, (): RewriteResult => {
    const hashes = rewriteBlobs(file, rewriting.changes);
    const counts = { entries: rewriteEntries(file, rewriting, hashes), blobs: hashes.size };
    if (counts.entries + counts.blobs > 0) insertRow(file, toRow(scrubEntry(end + 1, counts)));
    return counts;
  });
  if (wasRewritten || rewritten.entries + rewritten.blobs > 0) erase(file, rewriting.session);
  return rewritten;
}

/** @returns old hash → new hash. */
function rewriteBlobs(file: JournalFile, { blob: change }: RewriteRules): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  if (!change) return hashes;
  for (const row of file.statement("SELECT hash FROM blobs ORDER BY hash").all()) {
    const before = String(row["hash"]);
    const bytes = file.statement("SELECT bytes FROM blobs WHERE hash = ?").get(before)?.["bytes"];
    const changed = change(bytes as Uint8Array);
    const after = sha256(changed);
    if (after === before) continue;
    hashes.set(before, after);
    file.statement("INSERT OR IGNORE INTO blobs VALUES (?, ?)").run(after, changed);
    file.statement("DELETE FROM blobs WHERE hash = ?").run(before);
  }
  return hashes;
}

function rewriteEntries(
  file: JournalFile,
  { session, changes, upcasters }: Rewriting,
  hashes: ReadonlyMap<string, string>,
): number {
  const end = lastSeqOf(file);
  const update = file.statement("UPDATE entries SET v = ?, body = ?, crc = ? WHERE seq = ?");
  let count = 0;
  for (let next = 1; next <= end;) {
    const rows = takeRows(file, next, end);
    for (const row of rows) {
      const changed = changedEntry(toEntry(row, session, upcasters), changes, hashes);
      if (!changed) continue;
      const { v, body, crc } = toRow(changed);
      update.run(v, body, crc, row.seq);
      count++;
    }
    next = rows.at(-1)!.seq + 1;
  }
  return count;
}

/** Erases all old content from the file and its -wal file. */
function erase(file: JournalFile, session: string): void {
  file.database.exec("VACUUM");
  const result = file.database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
  if (result?.["busy"] === 0) return;
  throw new SessionError(
    "locked",
    `Session ${session} was changed, but another process is still reading it.`,
    {
      hint: "The old content is still in its -wal file: stop that process and run this again.",
    },
  );
}
