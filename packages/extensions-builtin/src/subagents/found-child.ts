import { createTranscript, extractText, type Entry, type EntryOf, type StopReason } from "@skein/protocol";
import type { FinishedChild, FoundChild } from "./options.ts";

/**
 * How far a child had come according to its journal, for `OpenedChild.found`.
 *
 * An interrupted run is resumed, and so is one that ended with an open question; any other end is final and not retried. A child that was killed between its answer
 * and its outcome has answered.
 *
 * @param entries - all entries of its session.
 */
export function foundChild(entries: readonly Entry[]): FoundChild {
  if (!entries.some((entry) => entry.kind === "user-message" && entry.from === "user")) return "new";
  const end = entries.findLast((entry) => entry.kind === "outcome" || entry.kind === "run-start");
  const isResumed = end?.kind === "outcome" && ["cancelled", "needs-input"].includes(end.outcome);
  if (end?.kind === "outcome" && !isResumed) return finished(entries, end);
  const messages = createTranscript(entries).messages();
  const last = messages.at(-1);
  const hasAnswered =
    last?.role === "assistant" && !last.partial && !last.content.some(({ type }) => type === "tool-call");
  return hasAnswered && end?.kind !== "outcome" ? answered(entries) : "unfinished";
}

function finished(entries: readonly Entry[], { outcome, output, error }: EntryOf<"outcome">): FinishedChild {
  return {
    text: lastWords(entries),
    outcome,
    ...(output === undefined ? {} : { output }),
    ...(error ? { error } : {}),
  };
}

function answered(entries: readonly Entry[]): FinishedChild {
  const text = lastWords(entries);
  const { stop } = replies(entries).at(-1) ?? {};
  return stop === undefined || stop === "answered" ? { text } : { text, ...cutBy(stop) };
}

function cutBy(stop: Exclude<StopReason, "answered">): Pick<FinishedChild, "outcome" | "error"> {
  return stop === "length"
    ? { outcome: "limit", error: { code: "output-length", message: "The output limit cut its answer off." } }
    : { outcome: "provider", error: { code: "unknown-stop", message: `Its answer ended as ${stop}.` } };
}

function lastWords(entries: readonly Entry[]): string {
  const words = replies(entries).map(({ content }) => extractText(content));
  return words.findLast((text) => text !== "") ?? "";
}

function replies(entries: readonly Entry[]): readonly EntryOf<"assistant-message">[] {
  return entries.filter((entry) => entry.kind === "assistant-message").filter(({ partial }) => !partial);
}
