import { sqliteFault } from "@skein/platform/sqlite";
import type { Entry, EntryKind } from "@skein/protocol";
import { damagedEntry } from "../store-errors.ts";
import type { WantedEntries } from "../wanted-entries.ts";
import type { JournalFile } from "./journal-file.ts";
import { mayBeKept, type KeptEntries } from "./kept-entries.ts";
import type { OpenFiles } from "./open-files.ts";
import { lastSeqOf, mayHaveRows, takeLandmarks, takeRows } from "./query-rows.ts";
import { toEntry, type EntryRow } from "../rows.ts";
import { isLandmark } from "./schema.ts";

/** Entries from `from` to the last one at the time reading began; of a damaged file those before the damage. */
export function readEntries(files: OpenFiles, kept: KeptEntries, wanted: WantedEntries): Iterable<Entry> {
  const { kinds } = wanted;
  return kinds?.every(isLandmark) ? readLandmarks(files, wanted, kinds) : readAll(files, kept, wanted);
}

function* readAll(files: OpenFiles, kept: KeptEntries, wanted: WantedEntries): Generator<Entry> {
  const { session, from, kinds, upcasters } = wanted;
  const isWanted = kinds && new Set<string>(kinds);
  const { end, damage } = endOf(files, session);
  if (kinds && files.withReadable(session, (file) => mayHaveRows(file, from, kinds)) === false) return;
  let next = Math.max(1, from);
  const before = mayBeKept(wanted, end)
    ? files.withReadable(session, (file) => kept.find(file, wanted))
    : undefined;
  if (before) {
    yield* before.entries;
    next = before.to + 1;
  }
  let fromRows = 0;
  while (next <= end) {
    const rows = rowsFrom(files, session, (file) => takeRows(file, next, end, kinds), next);
    if (!rows) return; // removed meanwhile
    if (rows.length === 0) throw damage ?? damagedEntry(session, next);
    for (const row of rows) {
      if (row.seq !== next) throw damagedEntry(session, next);
      if (!isWanted || isWanted.has(row.kind)) yield toEntry(row, session, upcasters);
      next++;
    }
    fromRows += rows.length;
  }
  kept.wasRead(wanted, fromRows, before?.entries.length ?? 0);
}

/** Finds them in the index, and reads no other entries. */
function* readLandmarks(
  files: OpenFiles,
  { session, from, upcasters }: WantedEntries,
  kinds: readonly EntryKind[],
): Generator<Entry> {
  if (kinds.length === 0) return;
  const end = files.withFile(session, lastSeqOf) ?? 0;
  for (let next = from; next <= end;) {
    const rows = rowsFrom(files, session, (file) => takeLandmarks(file, next, end, kinds), next) ?? [];
    for (const row of rows) yield toEntry(row, session, upcasters);
    const last = rows.at(-1);
    if (!last) return;
    next = last.seq + 1;
  }
}

/** Reports an SQLite error about a damaged page for the entry that cannot be read. */
function rowsFrom(
  files: OpenFiles,
  session: string,
  take: (file: JournalFile) => EntryRow[],
  next: number,
): EntryRow[] | undefined {
  try {
    return files.withReadable(session, take);
  } catch (cause) {
    throw next > 1 && sqliteFault(cause) === "damaged" ? damagedEntry(session, next, { cause }) : cause;
  }
}

/** Where the journal ends; when its last page is damaged, only reading up to there finds out. */
function endOf(files: OpenFiles, session: string): { readonly end: number; readonly damage?: unknown } {
  try {
    return { end: files.withFile(session, lastSeqOf) ?? 0 };
  } catch (damage) {
    return { end: Number.MAX_SAFE_INTEGER, damage };
  }
}
