import type { Entry } from "../entries.ts";
import { SessionError } from "../errors/errors.ts";

/** Throws `conflict` unless the entries continue the session without a gap. */
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
