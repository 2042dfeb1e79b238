import { crc32 } from "node:zlib";
import type { Entry } from "@skein/protocol";
import { damagedEntry } from "./store-errors.ts";
import { upcast, type Upcasters } from "./upcasters.ts";

/** An entry as it is stored: its head in columns, the rest as JSON. */
export interface EntryRow {
  readonly seq: number;
  readonly kind: string;
  readonly at: number;
  readonly run: string | null;
  readonly v: number;
  readonly body: string;
  /** Over the other columns. Absent in files of the first version. */
  readonly crc?: number;
}

/** JSON, so that readers never get the caller's own object. */
export function toRow({ seq, kind, at, run, v, ...body }: Entry): Required<EntryRow> {
  const row = { seq, kind, at, run, v, body: JSON.stringify(body) };
  return { ...row, crc: checksum(row) };
}

/** Throws `damaged` when the row was changed. */
export function toEntry(row: EntryRow, session: string, upcasters: Upcasters): Entry {
  const { seq, kind, at, run, v } = row;
  if (!isWhole(row)) throw damagedEntry(session, seq);
  let body: object;
  try {
    body = JSON.parse(row.body) as object;
  } catch (cause) {
    throw damagedEntry(session, seq, { cause });
  }
  return upcast({ v, seq, at, run, kind, ...body }, upcasters) as unknown as Entry;
}

/** Whether the row is as it was written, as far as its checksum tells. */
export function isWhole(row: EntryRow): boolean {
  return typeof row.body === "string" && (row.crc === undefined || row.crc === checksum(row));
}

export function checksum({ seq, kind, at, run, v, body }: EntryRow): number {
  return crc32(`${seq}\n${kind}\n${at}\n${run}\n${v}\n${body}`);
}
