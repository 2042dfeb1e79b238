import type { Entry } from "@skein/protocol";
import type { OpenFiles } from "./open-files.ts";
import { toEntry, type EntryRow } from "./rows.ts";
import type { JournalFile } from "./journal-file.ts";
import type { Upcasters } from "./upcasters.ts";

/** How much is taken from the file at a time: no transaction stays open while the reader thinks. */
const maxRows = 256;
const maxCharacters = 1_000_000;

/** Entries from `from` up to what was the last one when reading began. */
export async function* readEntries(
  files: OpenFiles,
  session: string,
  from: number,
  upcasters: Upcasters,
): AsyncGenerator<Entry> {
  const end = files.withFile(session, lastSeqOf) ?? 0;
  let next = from;
  while (next <= end) {
    const rows = files.withFile(session, (file) => takeRows(file, next, end)) ?? [];
    for (const row of rows) yield toEntry(row, session, upcasters);
    const last = rows.at(-1);
    if (!last) return;
    next = last.seq + 1;
  }
}

export function lastSeqOf(file: JournalFile): number {
  return Number(file.statement("SELECT max(seq) AS seq FROM entries").get()?.["seq"] ?? 0);
}

function takeRows(file: JournalFile, from: number, end: number): EntryRow[] {
  const taken: EntryRow[] = [];
  let characters = 0;
  const statement = file.statement(
    "SELECT seq, kind, at, run, v, body FROM entries WHERE seq BETWEEN ? AND ? ORDER BY seq",
  );
  for (const found of statement.iterate(from, end)) {
    const row = found as unknown as EntryRow;
    taken.push(row);
    characters += row.body.length;
    if (taken.length >= maxRows || characters >= maxCharacters) break;
  }
  return taken;
}
