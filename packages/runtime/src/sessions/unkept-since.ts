import { relative } from "node:path";
import type { FileCheckpoints } from "@skein/checkpoints";
import { effectiveEntries, type Entry, type UncheckpointedPath } from "@skein/protocol";

/**
 * Paths that calls after an entry may have changed and that are in no snapshot, without duplicates. Paths
 * whose changes a snapshot can detect are left out; a rewind reports them only when changed.
 */
export function unkeptSince(
  checkpoints: Pick<FileCheckpoints, "snapshot">,
  entries: readonly Entry[],
  to: number,
): readonly UncheckpointedPath[] {
  const found = new Map<string, UncheckpointedPath>();
  const kept = new Map<string, { readonly root: string; readonly snapshot: string }>();
  for (const entry of effectiveEntries(entries)) {
    if (entry.seq <= to) continue;
    if (entry.kind === "checkpoint" && entry.callId !== undefined) kept.set(entry.callId, entry);
    if (entry.kind !== "tool-intent") continue;
    const checkpoint = kept.get(entry.callId);
    const leftOut = (checkpoint && checkpoints.snapshot(checkpoint.snapshot)?.leftOut) ?? [];
    for (const one of entry.unkept ?? []) {
      const path = checkpoint === undefined ? one.path : relative(checkpoint.root, one.path);
      const known = leftOut.find((other) => other.path === path || other.path === one.path);
      if (!isTelling(known?.seen)) found.set(`${one.path}\0${one.reason}`, one);
    }
  }
  return [...found.values()];
}

/** For a folder only its identity is known: see `fingerprint`. */
function isTelling(seen: string | undefined): boolean {
  return seen !== undefined && (seen === "nothing" || seen.split(" ").length > 2);
}
