import { ConfigError, SessionError, type Entry, type JournalStore } from "@skein/protocol";
import { createSession } from "./create-session.ts";
import { notFound } from "../removed-sessions.ts";

export interface Fork {
  /** Id of the new session. */
  readonly id: string;
  /** The last of the parent's entries to copy. Default: its last entry. */
  readonly at?: number;
  /** Milliseconds since the epoch. Default: the current time. */
  readonly now?: number;
}

/**
 * Forks a session: creates a session that begins with copies of another one's entries and is independent of it from
 * then on. All entries are appended at once, so that a kill leaves the whole session or none. The parent may be
 * written meanwhile.
 *
 * Throws `not-found` when the parent does not exist, and `ConfigError` when `at` is not one of its entries or `id` is
 * taken.
 */
export async function forkInStore(
  store: JournalStore,
  session: string,
  fork: Fork,
): Promise<readonly Entry[]> {
  const entries = await copyOf(store, session, fork);
  const hashes = entries.flatMap((entry) => (entry.kind === "context" ? [entry.hash] : []));
  const blobs = await Promise.all(hashes.map((hash) => store.blob(session, hash)));
  // Blobs that the parent has lost are missing in the fork too.
  const kept = blobs.filter((bytes) => bytes !== undefined);
  await createSession(store, { id: fork.id, entries, blobs: kept });
  return entries;
}

async function copyOf(
  store: JournalStore,
  session: string,
  { id, at, now = Date.now() }: Fork,
): Promise<readonly Entry[]> {
  const copied: Entry[] = [];
  for await (const entry of store.read(session)) {
    if (at !== undefined && entry.seq > at && copied.length > 0) break;
    copied.push(entry);
  }
  const [first, ...others] = copied;
  if (!first) throw notFound(session);
  const last = copied.at(-1)!.seq;
  if (at !== undefined && at !== last) {
    throw new ConfigError("usage", `Session ${session} has no entry ${at} to fork from.`, {
      hint: at > last ? `It ends at entry ${last}.` : "Entries are numbered from 1.",
    });
  }
  if (first.kind !== "session-start") {
    throw new SessionError(
      "damaged",
      `Session ${session} does not begin with a session-start entry, so it cannot be forked.`,
      {
        hint: "Export it, and start another session with the parts you need.",
      },
    );
  }
  const { child: _, ...start } = first; // no call waits for the fork of a subagent's session
  return [{ ...start, id, at: now, parent: { session, seq: last } }, ...others];
}
