import { createTranscript, type Entry, type Message } from "@skein/protocol";

/** The messages that the model would be sent now. */
export function modelContext(entries: Iterable<Entry>): readonly Message[] {
  return createTranscript(entries).messages();
}
