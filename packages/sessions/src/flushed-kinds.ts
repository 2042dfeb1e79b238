import type { EntryKind } from "@skein/protocol";

/**
 * Kinds whose append waits for the disk: an effect follows, or somebody was told that it is kept. All others reach the
 * operating system before the append resolves, so they outlive the process, and the disk with the next of these.
 */
const flushed: ReadonlySet<string> = new Set<EntryKind>([
  "tool-intent",
  "outcome",
  "queued",
  "answer",
  "checkpoint",
  "rewind",
  "compaction",
]);

export function isFlushed(kind: string): boolean {
  return flushed.has(kind);
}
