import { createTranscript, effectiveEntries, type Entry, type Message } from "@skein/protocol";

/** All that was said in a session that stands, as if nothing had been compacted. */
export function wholeConversation(entries: readonly Entry[]): readonly Message[] {
  const whole = effectiveEntries(entries).filter(({ kind }) => kind !== "compaction" && kind !== "elision");
  return createTranscript(whole).messages();
}
