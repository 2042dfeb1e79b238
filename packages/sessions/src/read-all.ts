import { SessionError, type Entry, type JournalStore } from "@skein/protocol";

/** A whole journal at once. Nothing for a session that nobody wrote. */
export async function readAll(store: JournalStore, session: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of store.read(session)) entries.push(entry);
  return entries;
}

/** What can be read of a damaged journal: the entries before the damage, and what the store said of it. */
export interface SalvagedJournal {
  readonly entries: readonly Entry[];
  /** `undefined` when the journal is whole. */
  readonly damage: SessionError | undefined;
}

export async function salvageJournal(store: JournalStore, session: string): Promise<SalvagedJournal> {
  const entries: Entry[] = [];
  try {
    for await (const entry of store.read(session)) entries.push(entry);
  } catch (error) {
    if (SessionError.is(error) && error.code === "damaged") return { entries, damage: error };
    throw error;
  }
  return { entries, damage: undefined };
}
