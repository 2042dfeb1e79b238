import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { isMissing } from "@skein/platform/files";
import { isSessionId, messageOf, type Entry } from "@skein/protocol";
import { newestFirst } from "./newest-first.ts";
import type { DamagedSession, ListedSession } from "./session-store.ts";
import { storeError } from "./store-errors.ts";
import type { SessionSummary } from "./summary.ts";

/** Sessions examined before yielding to other work. */
const batch = 16;

interface Looks {
  /** `undefined` when nothing was ever written there. */
  readonly look: (session: string) => SessionSummary | undefined;
  /** For a damaged session, what can still be read. */
  readonly entries: (session: string) => Iterable<Entry>;
}

export async function listSessions(
  folder: string,
  only: string | undefined,
  looks: Looks,
): Promise<readonly ListedSession[]> {
  const listed: ListedSession[] = [];
  const sessions = foldersIn(folder).filter((session) => only === undefined || session === only);
  for (const [index, session] of sessions.entries()) {
    if (index % batch === batch - 1) await setImmediate();
    const line = listSession(folder, session, looks);
    if (line) listed.push(line);
  }
  return newestFirst(listed);
}

function listSession(folder: string, session: string, { look, entries }: Looks): ListedSession | undefined {
  try {
    const summary = look(session);
    return summary && { session, summary };
  } catch (error) {
    const changed = statSync(join(folder, session), { throwIfNoEntry: false });
    return {
      session,
      damaged: messageOf(storeError(error, session)),
      ...startOf(entries(session)),
      ...(changed && { lastAt: changed.mtimeMs }),
    };
  }
}

/** The content of the first entry, if it can be read. */
function startOf(entries: Iterable<Entry>): Pick<DamagedSession, "cwd" | "child"> {
  try {
    for (const entry of entries) {
      if (entry.kind !== "session-start") break;
      return { cwd: entry.cwd, child: entry.child };
    }
  } catch {
    // Whatever is wrong with it was already reported.
  }
  return {};
}

function foldersIn(folder: string): string[] {
  try {
    const found = readdirSync(folder, { withFileTypes: true });
    return found.filter((entry) => entry.isDirectory() && isSessionId(entry.name)).map(({ name }) => name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
