import type { Entry } from "../entries.ts";
import { SessionError } from "../errors/errors.ts";

/**
 * Checks that entries continue a session without a gap. For implementations of
 * `JournalStore.append`, before they write.
 *
 * Throws `SessionError` `conflict` otherwise.
 *
 * @param lastSeq - last sequence number in the store. 0: none.
 * @param expectedSeq - last sequence number that the caller knows.
 */
export function checkOrder(
  session: string,
  lastSeq: number,
  expectedSeq: number,
  entries: readonly Entry[],
): void {
  if (lastSeq !== expectedSeq) {
    throw new SessionError(
      "conflict",
      `Session ${session} ends at entry ${lastSeq}, not at ${expectedSeq}: another writer appended entries.`,
      { hint: "Read the session again, then append." },
    );
  }
  const gap = entries.findIndex((entry, index) => entry.seq !== expectedSeq + 1 + index);
  if (gap === -1) return;
  const message = `Entry ${entries[gap]?.seq} of session ${session} takes the position of entry ${expectedSeq + 1 + gap}.`;
  throw new SessionError("conflict", message, { hint: "Number entries from expectedSeq + 1 without gaps." });
}
