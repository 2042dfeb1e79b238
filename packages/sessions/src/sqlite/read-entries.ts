import { sqliteFault } from "@skein/local-store";
import type { Entry, EntryKind } from "@skein/protocol";
import { damagedEntry } from "../store-errors.ts";
import type { WantedEntries } from "../wanted-entries.ts";
import type { JournalFile } from "./journal-file.ts";
import type { OpenFiles } from "./open-files.ts";
import { toEntry, type EntryRow } from "./rows.ts";
import { isLandmark } from "./schema.ts";

/** Entries per query: no transaction stays open while the reader works. */
const maxRows = 256;
const maxCharacters = 1_000_000;

/** Entries from `from` to the last one at the time reading began; of a damaged file those before the damage. */
export function readEntries(files: OpenFiles, wanted: WantedEntries): AsyncGenerator<Entry> {
  const { kinds } = wanted;
  return kinds?.every(isLandmark) ? readLandmarks(files, wanted, kinds) : readAll(files, wanted);
}

async function* readAll(
  files: OpenFiles,
  { session, from, kinds, upcasters }: WantedEntries,
): AsyncGenerator<Entry> {
  const isWanted = kinds && new Set<string>(kinds);
  const { end, damage } = endOf(files, session);
  let next = Math.max(1, from);
  while (next <= end) {
    const rows = rowsFrom(files, session, next, end);
    if (!rows) return; // removed meanwhile
    if (rows.length === 0) throw damage ?? damagedEntry(session, next);
    for (const row of rows) {
      if (row.seq !== next) throw damagedEntry(session, next);
      if (!isWanted || isWanted.has(row.kind)) yield toEntry(row, session, upcasters);
      next++;
    }
  }
}

/** Reports an SQLite error about a damaged page for the entry that cannot be read. */
function rowsFrom(files: OpenFiles, session: string, next: number, end: number): EntryRow[] | undefined {
  try {
    return files.withReadable(session, (file) => takeRows(file, next, end));
  } catch (cause) {
    throw next > 1 && sqliteFault(cause) === "damaged" ? damagedEntry(session, next, { cause }) : cause;
  }
}

/** Finds them in the index, and reads no other entries. */
async function* readLandmarks(
  files: OpenFiles,
  { session, from, upcasters }: WantedEntries,
  kinds: readonly EntryKind[],
): AsyncGenerator<Entry> {
  const places = files.withFile(session, (file) => kinds.flatMap((kind) => placesOf(file, kind, from))) ?? [];
  places.sort((one, other) => one - other);
  for (let at = 0; at < places.length;) {
    const rows = files.withFile(session, (file) => takePlaces(file, places, at)) ?? [];
    for (const [index, row] of rows.entries()) {
      if (!row) throw damagedEntry(session, places[at + index] ?? 0);
      yield toEntry(row, session, upcasters);
    }
    if (rows.length === 0) return;
    at += rows.length;
  }
}

/** Throws SQLite's errors. */
export function lastSeqOf(file: JournalFile): number {
  return Number(totalsOf(file, "SELECT max(seq) AS seq FROM entries")["seq"]);
}

/** For an aggregate query, which always has one row. */
export function totalsOf(file: JournalFile, sql: string, ...values: number[]) {
  return file.statement(sql).get(...values)!;
}

/** Positions of landmark entries in the index, from `from` on. Reads no entry. */
export function placesOf(file: JournalFile, kind: EntryKind, from = 1): number[] {
  const found = file.statement(`SELECT seq FROM entries WHERE kind = '${kind}' AND seq >= ?`).all(from);
  return found.map((row) => Number(row["seq"]));
}

export function rowAt(file: JournalFile, seq: number): EntryRow | undefined {
  return file.statement(`${select(file)} WHERE seq = ?`).get(seq) as unknown as EntryRow | undefined;
}

/** By column name, so that a damaged schema cannot mix up columns. */
function select(file: JournalFile): string {
  return `SELECT seq, kind, at, run, v, body${file.hasChecksums ? ", crc" : ""} FROM entries`;
}

/** Where the journal ends; when its last page is damaged, only reading up to there finds out. */
function endOf(files: OpenFiles, session: string): { readonly end: number; readonly damage?: unknown } {
  try {
    return { end: files.withFile(session, lastSeqOf) ?? 0 };
  } catch (damage) {
    return { end: Number.MAX_SAFE_INTEGER, damage };
  }
}

/** As many as can be read at once, up to the damage. Throws only when not even one can be read. */
export function takeRows(file: JournalFile, from: number, end: number): EntryRow[] {
  const taken: EntryRow[] = [];
  let characters = 0;
  const statement = file.statement(`${select(file)} WHERE seq BETWEEN ? AND ? ORDER BY seq`);
  try {
    for (const found of statement.iterate(from, end)) {
      const row = found as unknown as EntryRow;
      taken.push(row);
      characters += lengthOf(row);
      if (taken.length >= maxRows || characters >= maxCharacters) break;
    }
  } catch (error) {
    if (taken.length === 0) throw error;
  }
  return taken;
}

function takePlaces(file: JournalFile, places: readonly number[], start: number): (EntryRow | undefined)[] {
  const taken: (EntryRow | undefined)[] = [];
  let characters = 0;
  for (let at = start; at < places.length && taken.length < maxRows && characters < maxCharacters; at++) {
    const row = rowAt(file, places[at] ?? 0);
    taken.push(row);
    characters += row ? lengthOf(row) : 0;
  }
  return taken;
}

/** In a damaged file a body may be anything; `toEntry` reports it. */
function lengthOf({ body }: { readonly body: unknown }): number {
  return String(body).length;
}
