import { readdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { isSessionId, messageOf } from "@skein/protocol";
import type { ListedSession } from "./session-store.ts";
import { storeError } from "./store-errors.ts";
import type { SessionSummary } from "./summary.ts";

/** Looked at in one go before others get their turn. */
const batch = 16;

/** @param look - `undefined` when nothing was ever written there. */
export async function listSessions(
  folder: string,
  look: (session: string) => SessionSummary | undefined,
): Promise<readonly ListedSession[]> {
  const listed: ListedSession[] = [];
  for (const [index, session] of foldersIn(folder).entries()) {
    if (index % batch === batch - 1) await setImmediate();
    const line = listSession(session, look);
    if (line) listed.push(line);
  }
  return listed.toSorted((one, other) => lastAt(other) - lastAt(one));
}

function listSession(
  session: string,
  look: (session: string) => SessionSummary | undefined,
): ListedSession | undefined {
  try {
    const summary = look(session);
    return summary && { session, summary };
  } catch (error) {
    return { session, damaged: messageOf(storeError(error, session)) };
  }
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
