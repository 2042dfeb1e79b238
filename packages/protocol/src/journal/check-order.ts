import type { Entry } from "../entries.ts";
import { SessionError } from "../errors.ts";

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
      `Session ${session} ends at entry ${lastSeq}, not at ${expectedSeq}: somebody else has written it.`,
      { hint: "Read the session again before writing it." },
    );
  }
  const gap = entries.findIndex((entry, index) => entry.seq !== expectedSeq + 1 + index);
  if (gap === -1) return;
  const message = `Entry ${entries[gap]?.seq} of session ${session} stands where ${expectedSeq + 1 + gap} belongs.`;
  throw new SessionError("conflict", message, { hint: "Number entries from expectedSeq + 1 without gaps." });
}
