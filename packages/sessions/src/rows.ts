import { SessionError, type Entry } from "@skein/protocol";
import { lift, type Upcasters } from "./upcasters.ts";

/** An entry as a store keeps it: its head in columns, the rest as JSON. */
export interface EntryRow {
  readonly seq: number;
  readonly kind: string;
  readonly at: number;
  readonly run: string | null;
  readonly v: number;
  readonly body: string;
}

/** Both stores keep rows, so that what comes out of them is the same: JSON, and never the caller's own object. */
export function toRow({ seq, kind, at, run, v, ...body }: Entry): EntryRow {
  return { seq, kind, at, run, v, body: JSON.stringify(body) };
}

/** Throws `damaged` when the body does not parse. */
export function toEntry(row: EntryRow, session: string, upcasters: Upcasters): Entry {
  const { seq, kind, at, run, v } = row;
  let body: object;
  try {
    body = JSON.parse(row.body) as object;
  } catch (cause) {
    throw new SessionError("damaged", `Entry ${seq} of session ${session} cannot be read.`, {
      cause,
      hint: "The file was left as it is. Other sessions are not touched by this.",
    });
  }
  return lift({ v, seq, at, run, kind, ...body }, upcasters) as unknown as Entry;
}
