import type { JournalFile } from "./journal-file.ts";
import type { EntryRow } from "../rows.ts";

export function insertRow(file: JournalFile, { seq, kind, at, run, v, body, crc }: Required<EntryRow>): void {
  file.statement("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)").run(seq, kind, at, run, v, body, crc);
}
