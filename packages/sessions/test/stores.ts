import { join } from "node:path";
import { jsonlJournal, sqliteJournal, type SessionStore } from "../src/index.ts";

/** The stores on disk. Children are told by name which one they are to use. */
export const stores = { sqlite: sqliteJournal, jsonl: jsonlJournal } as const satisfies Record<
  string,
  (folder: string) => SessionStore
>;

export type StoreName = keyof typeof stores;

export const storeNames = Object.keys(stores) as StoreName[];

/** The store that a child was told to use. */
export function storeOfChild(folder: string): SessionStore {
  return stores[(process.env["STORE"] ?? "sqlite") as StoreName](folder);
}

export function childEnv(name: StoreName): { readonly env: NodeJS.ProcessEnv } {
  return { env: { ...process.env, STORE: name } };
}

export function journalPath(name: StoreName, folder: string, session: string): string {
  return join(folder, session, { sqlite: "journal.db", jsonl: "journal.jsonl" }[name]);
}
