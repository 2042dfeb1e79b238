import { isDeepStrictEqual } from "node:util";
import { createTranscript, type Entry, type Message } from "@skein/protocol";
import { conversation } from "@skein/sessions";

/** What every wire needs of a conversation: the user first, and every call answered once, in order, right after it. */
function messageBreaks(messages: readonly Message[]): string[] {
  const found: string[] = [];
  if (messages.length > 0 && messages[0]?.role !== "user") found.push("does not begin with the user");
  for (const [at, message] of messages.entries()) {
    const next = messages[at + 1];
    const calls =
      message.role === "assistant"
        ? message.content.flatMap((part) => (part.type === "tool-call" ? [part.id] : []))
        : [];
    const results = next?.role === "tool" ? next.content.map(({ callId }) => callId) : [];
    if (JSON.stringify(calls) !== JSON.stringify(results))
      found.push(`calls ${calls.join()}, results ${results.join()}`);
    if (new Set(calls).size !== calls.length) found.push(`calls ${calls.join()} share an id`);
    if (message.role === "tool" && messages[at - 1]?.role !== "assistant") found.push("stray results");
    if (message.role !== "tool" && message.content.length === 0) found.push(`message ${at} is empty`);
  }
  return found;
}

/**
 * What is wrong with an imported journal. It must be numbered from 1, its times must never go back, it must be JSON
 * through and through, all calls answered, and the conversation valid wherever it is cut.
 */
export function lawBreaks(entries: readonly Entry[]): string[] {
  const found = entries.flatMap((_, place) =>
    messageBreaks(createTranscript(entries.slice(0, place + 1)).messages()).map(
      (broken) => `up to entry ${place + 1}: ${broken}`,
    ),
  );
  for (const [place, { seq, at }] of entries.entries()) {
    if (seq !== place + 1) found.push(`entry ${place + 1} has the number ${seq}`);
    if (at < (entries[place - 1]?.at ?? 0)) found.push(`entry ${seq} is before the one before it`);
  }
  if (entries[0]?.kind !== "session-start") found.push("has no session-start");
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(entries)), entries)) found.push("is not JSON");
  if (createTranscript(entries).openCalls().length > 0) found.push("has open calls");
  const shown = conversation(entries).flatMap(({ items }) => items);
  if (shown.some((item) => item.type === "call" && !item.result)) found.push("shows a call without a result");
  return found;
}
