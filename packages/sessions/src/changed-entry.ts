import type { Entry } from "@skein/protocol";
import { withMediaHashes } from "./media-blobs.ts";
import type { RewriteRules, RewriteResult } from "./session-store.ts";

/**
 * Applies a rewrite to an entry; `undefined` when it does not change.
 *
 * @param hashes - old → new, of the blobs that have changed.
 */
export function changedEntry(
  entry: Entry,
  changes: RewriteRules,
  hashes: ReadonlyMap<string, string>,
): Entry | undefined {
  const { v, seq, at, run, kind } = entry;
  const changed = { ...changes.entry(entry), v, seq, at, run, kind } as Entry;
  const hash = changed.kind === "context" ? hashes.get(changed.hash) : undefined;
  const result = hash === undefined ? withMediaHashes(changed, hashes) : ({ ...changed, hash } as Entry);
  return JSON.stringify(inOrder(result)) === JSON.stringify(inOrder(entry)) ? undefined : result;
}

/** The journal entry that records the rewrite. */
export function scrubEntry(seq: number, { entries, blobs }: RewriteResult): Entry {
  return { v: 1, seq, at: Date.now(), run: null, kind: "scrub", entries, blobs };
}

/** Head fields first, so that their position does not count as a change. */
export function inOrder({ v, seq, at, run, kind, ...body }: Entry): object {
  return { v, seq, at, run, kind, ...body };
}
