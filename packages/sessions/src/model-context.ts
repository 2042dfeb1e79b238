import { createTranscript, type Entry, type Message } from "@skein/protocol";

/** The conversation as the model would be sent it now. */
export function modelContext(entries: Iterable<Entry>): readonly Message[] {
  return createTranscript(entries).messages();
}
