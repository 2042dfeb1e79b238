import type { JournalStore } from "../../../packages/protocol/src/index.ts";
import * as sessions from "../../../packages/sessions/src/index.ts";

type OpenStore = (folder: string) => JournalStore & { close(): Promise<void> };

const { jsonlJournal } = sessions as { readonly jsonlJournal?: OpenStore };

/** Every store that keeps journals on disk, by name. */
export const stores: Readonly<Record<string, OpenStore>> = {
  sqlite: (folder) => sessions.sqliteJournal(folder),
  ...(jsonlJournal ? { jsonl: (folder) => jsonlJournal(folder) } : {}),
};

export function openStore(name: string, folder: string): ReturnType<OpenStore> {
  const open = Object.hasOwn(stores, name) ? stores[name] : undefined;
  if (!open) throw new Error(`There is no store "${name}".`);
  return open(folder);
}
