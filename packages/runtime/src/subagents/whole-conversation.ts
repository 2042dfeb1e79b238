import { createTranscript, effectiveEntries, type Entry, type Message } from "@skein/protocol";

/** The effective conversation history, without compaction. */
export function wholeConversation(entries: readonly Entry[]): readonly Message[] {
  const whole = effectiveEntries(entries).filter(({ kind }) => kind !== "compaction" && kind !== "elision");
  return createTranscript(whole).messages();
}
