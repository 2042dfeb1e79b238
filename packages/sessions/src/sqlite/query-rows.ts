import type { SQLOutputValue, StatementSync } from "node:sqlite";
import type { EntryKind } from "@skein/protocol";
import type { JournalFile } from "./journal-file.ts";
import type { EntryRow } from "../rows.ts";

/** Entries per query: no transaction stays open while the reader works. */
const maxRows = 256;
const maxCharacters = 1_000_000;

/** Throws SQLite's errors. */
export function lastSeqOf(file: JournalFile): number {
  return Number(totalsOf(file, "SELECT max(seq) AS seq FROM entries")["seq"]);
}

/** For an aggregate query, which always has one row. */
export function totalsOf(file: JournalFile, sql: string, ...values: number[]) {
  return file.statement(sql).get(...values)!;
}

/** Positions of landmark entries in the index. Reads no entry. */
export function placesOf(file: JournalFile, kind: EntryKind): number[] {
  const found = file.statement(`SELECT seq FROM entries WHERE kind = '${kind}'`).all();
  return found.map((row) => Number(row["seq"]));
}

export function rowAt(file: JournalFile, seq: number): EntryRow | undefined {
  return file.statement(`SELECT ${columns(file)} FROM entries WHERE seq = ?`).get(seq) as unknown as
    | EntryRow
    | undefined;
}

/**
 * The next entries, as many as can be read at once, up to the damage. Throws only when not even one can be read.
 *
 * @param kinds - of all others the body is left out.
 */
export function takeRows(
  file: JournalFile,
  from: number,
  end: number,
  kinds?: readonly EntryKind[],
): EntryRow[] {
  const where = "FROM entries WHERE seq BETWEEN ? AND ? ORDER BY seq";
  return take(file.statement(`SELECT ${columns(file, kinds)} ${where}`), [from, end]);
}

/** Whether the file may have an entry of one of these kinds from `from` on: if it cannot be asked, reading finds out. */
export function mayHaveRows(file: JournalFile, from: number, kinds: readonly EntryKind[]): boolean {
  const sql = `SELECT 1 FROM entries WHERE seq >= ? AND kind IN (${quoted(kinds)}) LIMIT 1`;
  try {
    return file.statement(sql).get(from) !== undefined;
  } catch {
    return true;
  }
}

/** The same as `takeRows`, of landmarks alone: each kind is found in the index, and SQLite merges them. */
export function takeLandmarks(
  file: JournalFile,
  from: number,
  end: number,
  kinds: readonly EntryKind[],
): EntryRow[] {
  const select = `SELECT ${columns(file)} FROM entries WHERE seq BETWEEN ? AND ?`;
  const sql = kinds.map((kind) => `${select} AND kind = '${kind}'`).join(" UNION ALL ");
  return take(
    file.statement(`${sql} ORDER BY seq`),
    kinds.flatMap(() => [from, end]),
  );
}

/** By name, so that a damaged schema cannot mix up columns. */
function columns(file: JournalFile, kinds?: readonly EntryKind[]): string {
  const body = kinds ? `iif(kind IN (${quoted(kinds)}), body, NULL) AS body` : "body";
  return `seq, kind, at, run, v, ${body}${file.hasChecksums ? ", crc" : ""}`;
}

function quoted(kinds: readonly EntryKind[]): string {
  return kinds.map((kind) => `'${kind.replaceAll("'", "''")}'`).join();
}

function take(statement: StatementSync, values: readonly number[]): EntryRow[] {
  const taken: EntryRow[] = [];
  let characters = 0;
  statement.setReturnArrays(true); // objects cost three times as much
  try {
    for (const found of statement.iterate(...values)) {
      const row = toRow(found as unknown as readonly SQLOutputValue[]);
      taken.push(row);
      characters += lengthOf(row);
      if (taken.length >= maxRows || characters >= maxCharacters) break;
    }
  } catch (error) {
    if (taken.length === 0) throw error;
  }
  return taken;
}

function toRow([seq, kind, at, run, v, body, crc]: readonly SQLOutputValue[]): EntryRow {
  return { seq, kind, at, run, v, body, crc } as unknown as EntryRow;
}

/** In a damaged file a body may be anything; `toEntry` reports it. */
function lengthOf({ body }: { readonly body: unknown }): number {
  return typeof body === "string" ? body.length : 0;
}
