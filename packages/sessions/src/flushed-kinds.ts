import type { EntryKind } from "@skein/protocol";

/**
 * Kinds whose append waits for the disk, because an effect follows or someone was told that they are saved. All
 * others are handed to the operating system before the append resolves: they survive the process, and are flushed
 * with the next of these.
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
