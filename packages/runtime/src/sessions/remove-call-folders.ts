import { existsSync } from "node:fs";
import { extractText, type Entry, type EntryOf, type JournalStore } from "@skein/protocol";
import { callFolder } from "./call-folder.ts";
import { loadDeveloper } from "../later.ts";

/**
 * A journal that removes the folder of a call once its result is in the journal and has everything that the folder
 * has: until then the folder is what recovers the call. Only the end of a run waits for it.
 *
 * @param sessions - the folder of all sessions.
 */
export function removingCallFolders(journal: JournalStore, sessions: string): JournalStore {
  async function remove(session: string, result: EntryOf<"tool-result">): Promise<void> {
    const folder = callFolder(sessions, session, result.callId);
    if (isNamed(folder, result) || !existsSync(folder)) return;
    const { removeRecoveryFiles } = await loadDeveloper();
    try {
      await removeRecoveryFiles(folder);
    } catch {
      // What cannot be removed stays; the result is kept all the same.
    }
  }

  const removing = new Set<Promise<void>>();

  return {
    ...journal,
    async append(session: string, expectedSeq: number, entries: readonly Entry[]) {
      await journal.append(session, expectedSeq, entries);
      for (const entry of entries) {
        if (entry.kind !== "tool-result") continue;
        const removal = remove(session, entry).finally(() => removing.delete(removal));
        removing.add(removal);
      }
      if (entries.some(({ kind }) => kind === "outcome")) await Promise.all(removing);
    },
  };
}

/** Whether the result sends its reader to a file of the folder. */
function isNamed(folder: string, { content, artifacts = [] }: EntryOf<"tool-result">): boolean {
  return artifacts.length > 0 || extractText(content).includes(folder);
}
