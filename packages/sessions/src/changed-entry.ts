import type { Entry } from "@skein/protocol";
import type { Changes, RewriteResult } from "./session-store.ts";

/**
 * An entry as it is to be from now on; `undefined` when it stays as it is.
 *
 * @param hashes - old → new, of the blobs that have changed.
 */
export function changedEntry(
  entry: Entry,
  changes: Changes,
  hashes: ReadonlyMap<string, string>,
): Entry | undefined {
  const { v, seq, at, run, kind } = entry;
  const changed = { ...changes.entry(entry), v, seq, at, run, kind } as Entry;
  const hash = changed.kind === "context" ? hashes.get(changed.hash) : undefined;
  const result = hash === undefined ? changed : ({ ...changed, hash } as Entry);
  return JSON.stringify(inOrder(result)) === JSON.stringify(inOrder(entry)) ? undefined : result;
}

/** Says in the journal that it was rewritten. */
export function scrubEntry(seq: number, { entries, blobs }: RewriteResult): Entry {
  return { v: 1, seq, at: Date.now(), run: null, kind: "scrub", entries, blobs };
}

/** The head first, so that its place among the fields does not count as a change. */
function inOrder({ v, seq, at, run, kind, ...body }: Entry): object {
  return { v, seq, at, run, kind, ...body };
}
