import { existsSync } from "node:fs";
import type { ProcessIdentity } from "@skein/platform/process";
import { effectiveEntries, type Entry, type EntryKind } from "@skein/protocol";
import { summary, type SessionSummary } from "../summary.ts";
import type { Upcasters } from "../upcasters.ts";
import { openJournalFile, type JournalFile } from "./journal-file.ts";
import { isLeased } from "./lease-row.ts";
import { journalPath } from "./open-files.ts";
import { lastSeqOf, placesOf, rowAt, totalsOf } from "./query-rows.ts";
import { toEntry } from "../rows.ts";

interface Looking {
  readonly upcasters: Upcasters;
  readonly self: ProcessIdentity;
}

/** The list entry of a session, from index look-ups only: reads a handful of entries, however long the session is. */
export function readListEntry(folder: string, session: string, looking: Looking): SessionSummary | undefined {
  const path = journalPath(folder, session);
  // Without a -wal file no process has the file open, and it can be read without locks.
  const file = openJournalFile(path, { session, immutable: !existsSync(`${path}-wal`) });
  if (!file) return undefined;
  try {
    return summaryOf(file, session, looking);
  } finally {
    file.close();
  }
}

function summaryOf(
  file: JournalFile,
  session: string,
  { upcasters, self }: Looking,
): SessionSummary | undefined {
  const end = lastSeqOf(file);
  if (end === 0) return undefined;
  const entryAt = (seq: number): Entry[] => {
    const row = rowAt(file, seq);
    return row ? [toEntry(row, session, upcasters)] : [];
  };
  const [first] = entryAt(1);
  const last = entryAt(end);
  const rewinds = placesOf(file, "rewind").flatMap(entryAt);
  const entries = [
    ...placesOf(file, "name").flatMap(entryAt),
    ...firstStanding(file, "user-message", rewinds).flatMap(entryAt),
    ...rewinds,
    ...lastOf(file, "settings").flatMap(entryAt),
    // Only where a run began matters: its input may be large.
    ...lastOf(file, "run-start").map((seq): Entry => ({ ...head(seq), kind: "run-start", input: [] })),
    ...lastOf(file, "outcome").flatMap(entryAt),
  ];
  const kept = entries.filter(({ seq }) => seq !== 1).toSorted((one, other) => one.seq - other.seq);
  const parentSeq = first?.kind === "session-start" ? (first.parent?.seq ?? 0) : 0;
  return {
    ...summary([...(first ? [first] : []), ...kept], isLeased(file, self)),
    ...spentAfter(file, parentSeq),
    lastAt: last[0]?.at,
    turns: count(file, "assistant-message"),
  };
}

const head = (seq: number) => ({ v: 1, seq, at: 0, run: null });

function lastOf(file: JournalFile, kind: EntryKind): number[] {
  const { seq } = totalsOf(file, `SELECT max(seq) AS seq FROM entries WHERE kind = '${kind}'`);
  return typeof seq === "number" ? [seq] : [];
}

function firstStanding(file: JournalFile, kind: EntryKind, rewinds: readonly Entry[]): number[] {
  if (rewinds.length === 0) {
    const { seq } = totalsOf(file, `SELECT min(seq) AS seq FROM entries WHERE kind = '${kind}'`);
    return typeof seq === "number" ? [seq] : [];
  }
  const places = placesOf(file, kind).map((seq): Entry => ({
    ...head(seq),
    kind: "user-message",
    from: "user",
    content: [],
  }));
  const inOrder = [...places, ...rewinds].toSorted((one, other) => one.seq - other.seq);
  return effectiveEntries(inOrder)
    .slice(0, 1)
    .map(({ seq }) => seq);
}

function count(file: JournalFile, kind: EntryKind): number {
  return Number(totalsOf(file, `SELECT count(*) AS n FROM entries WHERE kind = '${kind}'`)["n"]);
}

/** The same as `costs`, from the cost index. */
function spentAfter(file: JournalFile, seq: number): Pick<SessionSummary, "costUsd" | "hasUnknownCost"> {
  const requests = totalsOf(
    file,
    "SELECT count(*) AS n FROM entries WHERE kind = 'model-request' AND seq > ?",
    seq,
  );
  const results = totalsOf(
    file,
    `SELECT count(json_extract(body, '$.costUsd')) AS n, total(json_extract(body, '$.costUsd')) AS usd
     FROM entries WHERE kind = 'model-result' AND seq > ?`,
    seq,
  );
  return { costUsd: Number(results["usd"]), hasUnknownCost: Number(requests["n"]) > Number(results["n"]) };
}
