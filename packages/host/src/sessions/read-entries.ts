import { SessionError, type Entry } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";

export interface ReadEntries {
  readonly entries: readonly Entry[];
  /** Set when the rest of the journal cannot be read. */
  readonly damage: SessionError | undefined;
}

/** A journal as far as it can be read. Throws `SessionError` when nothing can. */
export async function readEntries(
  sessions: Pick<Sessions, "entries">,
  session: string,
): Promise<ReadEntries> {
  const entries: Entry[] = [];
  try {
    for await (const entry of sessions.entries(session)) entries.push(entry);
    return { entries, damage: undefined };
  } catch (error) {
    if (!SessionError.is(error) || error.code !== "damaged" || entries.length === 0) throw error;
    return { entries, damage: error };
  }
}

/** The last entry of a session; 0 without any. */
export async function lastSeq(sessions: Pick<Sessions, "entries">, session: string): Promise<number> {
  let last = 0;
  for await (const { seq } of sessions.entries(session)) last = seq;
  return last;
}
