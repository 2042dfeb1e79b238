import { SessionError, type Entry, type JournalStore } from "@skein/protocol";

/** Reads a whole journal. Empty for a session that does not exist. */
export async function readAll(store: JournalStore, session: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of store.read(session)) entries.push(entry);
  return entries;
}

/** The readable part of a damaged journal: the entries before the damage, and the store's error. */
export interface SalvagedJournal {
  readonly entries: readonly Entry[];
  /** `undefined` when the journal is intact. */
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
