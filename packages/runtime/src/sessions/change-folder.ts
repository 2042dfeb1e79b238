import { sep } from "node:path";
import type { Entry } from "@skein/protocol";

/**
 * Returns a rewriter of a journal whose folder was renamed, for its entries in order: the folder of the session and the roots
 * of its checkpoints change. Snapshots name files relative to the root, so that undo works in the new folder.
 *
 * @param cwd - the new folder, absolute.
 */
export function entriesInFolder(cwd: string): (entry: Entry) => Entry {
  let before: string | undefined;
  return (entry) => {
    if (entry.kind === "session-start") {
      before = entry.cwd;
      return { ...entry, cwd };
    }
    if (entry.kind !== "checkpoint" || before === undefined) return entry;
    const { root } = entry;
    return root === before || root.startsWith(before + sep)
      ? { ...entry, root: cwd + root.slice(before.length) }
      : entry;
  };
}
