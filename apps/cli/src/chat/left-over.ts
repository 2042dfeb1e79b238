import { createTranscript, textOf, type Entry } from "@skein/protocol";
import type { WaitingMessage } from "./waiting.ts";

/** Messages that had no place yet when the session was left: they get one with the next run. */
export function leftOver(entries: readonly Entry[]): readonly WaitingMessage[] {
  const waiting = createTranscript(entries).waiting();
  return waiting.map(({ content, steer }) => ({ text: textOf(content), isSteering: steer }));
}
