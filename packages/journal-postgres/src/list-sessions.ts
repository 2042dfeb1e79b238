import { messageOf, type Entry } from "@skein/protocol";
import { newestFirst, summary, upcasters, type ListedSession, type SessionSummary } from "@skein/sessions";
import { summaryKinds, toEntry, type EntryRow } from "@skein/sessions/store-parts";
import { slowMs, type Database, type Row } from "./database.ts";
import type { Leases } from "./leases.ts";

interface Listing {
  readonly database: Database;
  readonly schema: string;
  readonly leases: Leases;
}

/** The most recently written first. What was computed of a session is kept with it until it grows. */
export async function listSessions(
  listing: Listing,
  only: string | undefined,
): Promise<readonly ListedSession[]> {
  const { database, schema } = listing;
  const rows = await database.repeat(
    (query) =>
      query(
        `SELECT session, month::text AS month, last_seq, changed, summary, summary_seq, lease_holder,
         lease_expires > clock_timestamp() AS live
       FROM ${schema}.sessions WHERE removed IS NULL AND last_seq > 0 AND ($1::text IS NULL OR session = $1)`,
        [only ?? null],
      ),
    slowMs,
  );
  const lines: ListedSession[] = [];
  for (const row of rows) lines.push(await lineOf(listing, row));
  return newestFirst(lines);
}

async function lineOf(listing: Listing, row: Row): Promise<ListedSession> {
  const session = String(row["session"]);
  try {
    const isKept = row["summary_seq"] === row["last_seq"];
    const kept = isKept
      ? (JSON.parse(String(row["summary"])) as SessionSummary)
      : await summarise(listing, row);
    const isRunning = kept.state === "interrupted" && listing.leases.isHeld(row);
    return { session, summary: isRunning ? { ...kept, state: "running" } : kept };
  } catch (error) {
    const changed = row["changed"] instanceof Date ? { lastAt: row["changed"].getTime() } : {};
    return { session, damaged: messageOf(error), ...changed };
  }
}

/** As if no process wrote it. */
async function summarise({ database, schema }: Listing, row: Row): Promise<SessionSummary> {
  const session = String(row["session"]);
  const found = await database.repeat(
    (query) =>
      query(
        `SELECT seq, kind, at, run, v, CASE WHEN ${isBare} THEN '{"input":[]}' ELSE body END AS body,
         CASE WHEN ${isBare} THEN NULL ELSE crc::float8 END AS crc
       FROM ${schema}.entries
       WHERE month = $1 AND session = $2 AND seq <= $3 AND (kind = ANY($4) OR seq = $3) ORDER BY seq`,
        [row["month"], session, row["last_seq"], summaryKinds],
      ),
    slowMs,
  );
  const made = summary(found.map((entry) => entryOf(entry, session)));
  // A view: where it cannot be kept, on a replica for example, it is computed again.
  await database
    .once(
      `UPDATE ${schema}.sessions SET summary = $1, summary_seq = $2 WHERE session = $3 AND last_seq = $2`,
      [JSON.stringify(made), row["last_seq"], session],
    )
    .catch(() => undefined);
  return made;
}

/** Of these only the number counts, and they may be large. */
const isBare = "kind IN ('assistant-message', 'run-start', 'tool-result')";

function entryOf({ crc, ...row }: Row, session: string): Entry {
  const head = row as unknown as Omit<EntryRow, "crc">;
  return toEntry(typeof crc === "number" ? { ...head, crc } : head, session, upcasters);
}
