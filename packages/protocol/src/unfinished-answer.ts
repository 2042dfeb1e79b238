import type { Entry, EntryOf } from "./entries.ts";
import type { OutcomeName } from "./outcomes.ts";

/** Outcomes that leave the answer as it was: the run was stopped. */
const stopped: readonly OutcomeName[] = ["cancelled", "storage"];

/** Outcomes with which a later run finishes the answer of an earlier one. */
const finished: readonly OutcomeName[] = ["done", "invalid-output"];

/**
 * Finds the model's last answer, if its run was interrupted before it could
 * end: its checks, its hooks and its outcome are still to come. A resumed run
 * finishes it instead of asking the model again.
 *
 * @param entries - entries in order, at least those of the kinds
 *   `assistant-message` and `outcome`, without what a rewind has undone.
 * @returns the entry, or undefined if the answer is complete or belongs to no
 *   run.
 */
export function unfinishedAnswer(entries: Iterable<Entry>): EntryOf<"assistant-message"> | undefined {
  let answer: EntryOf<"assistant-message"> | undefined;
  for (const entry of entries) {
    if (entry.kind === "assistant-message") answer = entry;
    else if (entry.kind === "outcome" && answer && isEnd(entry, answer)) answer = undefined;
  }
  return answer?.run === null ? undefined : answer;
}

function isEnd({ run, outcome }: EntryOf<"outcome">, answer: EntryOf<"assistant-message">): boolean {
  return run === answer.run ? !stopped.includes(outcome) : finished.includes(outcome);
}
