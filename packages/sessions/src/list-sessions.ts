import { existsSync, readdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { isSessionId, messageOf, type Entry } from "@skein/protocol";
import type { Holder } from "./holder.ts";
import { openJournalFile, type JournalFile } from "./journal-file.ts";
import { isLeased } from "./lease-row.ts";
import { journalPath } from "./open-files.ts";
import { toEntry, type EntryRow } from "./rows.ts";
import { storeError } from "./store-errors.ts";
import { summary, type SessionSummary } from "./summary.ts";
import type { Upcasters } from "./upcasters.ts";

export type ListedSession =
  | { readonly session: string; readonly summary: SessionSummary }
  | { readonly session: string; readonly damaged: string };

/** The entries that decide what `summary` says, but for the number of replies and the time of the last entry. */
const landmarks = `
  SELECT seq, kind, at, run, v, iif(kind = 'run-start', '{}', body) AS body FROM entries WHERE seq IN (
    SELECT min(seq) FROM entries
    UNION SELECT max(seq) FROM entries WHERE kind = 'settings'
    UNION SELECT min(seq) FROM entries WHERE kind = 'user-message'
    UNION SELECT max(seq) FROM entries WHERE kind = 'run-start'
    UNION SELECT max(seq) FROM entries WHERE kind = 'outcome'
  ) ORDER BY seq`;

/** Looked at in one go before others get their turn. */
const batch = 16;

export async function listSessions(
  folder: string,
  upcasters: Upcasters,
  self: Holder,
): Promise<readonly ListedSession[]> {
  const listed: ListedSession[] = [];
  for (const [index, session] of foldersIn(folder).entries()) {
    if (index % batch === batch - 1) await setImmediate();
    const line = listSession(folder, session, upcasters, self);
    if (line) listed.push(line);
  }
  return listed.toSorted((one, other) => lastAt(other) - lastAt(one));
}

/** @returns `undefined` when nothing was ever written there. */
function listSession(
  folder: string,
  session: string,
  upcasters: Upcasters,
  self: Holder,
): ListedSession | undefined {
  const path = journalPath(folder, session);
  try {
    // Without a log beside it nobody has the file open, and it can be looked at without locks.
    const file = openJournalFile(path, { session, immutable: !existsSync(`${path}-wal`) });
    if (!file) return undefined;
    try {
      const line = summaryOf(file, session, upcasters, self);
      return line && { session, summary: line };
    } finally {
      file.database.close();
    }
  } catch (error) {
    return { session, damaged: messageOf(storeError(error, session)) };
  }
}

function summaryOf(
  file: JournalFile,
  session: string,
  upcasters: Upcasters,
  self: Holder,
): SessionSummary | undefined {
  const rows = file.statement(landmarks).all() as unknown as EntryRow[];
  const last = file.statement("SELECT at FROM entries ORDER BY seq DESC LIMIT 1").get();
  if (!last) return undefined;
  const replies = file
    .statement("SELECT count(*) AS count FROM entries WHERE kind = 'assistant-message'")
    .get();
  const entries = rows.map((row): Entry => toEntry(row, session, upcasters));
  return {
    ...summary(entries, isLeased(file, self)),
    lastAt: Number(last["at"]),
    turns: Number(replies?.["count"]),
  };
}

function foldersIn(folder: string): string[] {
  try {
    const found = readdirSync(folder, { withFileTypes: true });
    return found.filter((entry) => entry.isDirectory() && isSessionId(entry.name)).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

function lastAt(line: ListedSession): number {
  return "summary" in line ? (line.summary.lastAt ?? 0) : 0;
}
