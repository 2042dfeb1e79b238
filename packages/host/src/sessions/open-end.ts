import {
  createTranscript,
  effectiveEntries,
  unfinishedAnswer,
  type Entry,
  type EntryOf,
} from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import { collectEntries } from "./collect-entries.ts";
import type { ForkPoint } from "./fork-session.ts";

/** What a session's last run left open. */
export interface OpenEnd {
  /** A sentence that says why. */
  readonly why: string;
  /** Ids of calls that had started and have no result. */
  readonly calls: readonly string[];
}

/**
 * Results that the model has not seen, a question it has not answered, a reply that was cut off, a run that was cut off
 * after the answer, subagents in the background that wait for an answer.
 *
 * @returns `undefined` when the model has answered all, and the run has ended.
 */
export function openEnd(entries: readonly Entry[]): OpenEnd | undefined {
  // What the user has let the model know between runs waits for a message, and asks for none.
  const transcript = createTranscript(entries.filter(({ kind, run }) => kind !== "notice" || run !== null));
  const last = transcript.messages().at(-1);
  const isOpen =
    transcript.draft() !== undefined ||
    transcript.openCalls().length > 0 ||
    transcript.waiting().length > 0 ||
    last?.role === "user" ||
    last?.role === "tool" ||
    (last?.role === "assistant" && last.partial !== undefined) ||
    lastOutcome(entries)?.waitsFor !== undefined ||
    unfinishedAnswer(effectiveEntries(entries)) !== undefined;
  if (!isOpen) return undefined;
  const calls = transcript.openCalls().flatMap(({ call, intent }) => (intent ? [call.id] : []));
  const waiting = transcript.openQuestions().length;
  const why = waiting > 0 ? whyWaiting(waiting) : whyOpen(effectiveEntries(entries));
  return { why, calls };
}

/** The same of a session that is kept, or of what a fork of it would have. */
export async function openEndOf(
  sessions: Pick<Sessions, "entries">,
  session: string,
  { at = Infinity }: ForkPoint = {},
): Promise<OpenEnd | undefined> {
  const entries = await collectEntries(sessions.entries(session));
  return openEnd(entries.filter(({ seq }) => seq <= at));
}

function lastOutcome(entries: readonly Entry[]): EntryOf<"outcome"> | undefined {
  return effectiveEntries(entries).findLast((entry) => entry.kind === "outcome");
}

function whyWaiting(count: number): string {
  return count === 1 ? "1 question waits for your answer." : `${count} questions wait for your answers.`;
}

function whyOpen(entries: readonly Entry[]): string {
  const end = entries.findLast(({ kind }) => kind === "run-start" || kind === "outcome");
  if (end?.kind === "run-start") return "The last run was cut off before its end.";
  if (end?.kind !== "outcome" || end.outcome === "done") return "The last message has no answer yet.";
  if (end.outcome === "cancelled") return "The last run was interrupted.";
  return `The last run ended before the work was done${end.error ? `: ${end.error.message}` : ` (${end.outcome}).`}`;
}
