import type { Entry, EntryOf } from "./entries.ts";
import type { OutcomeName } from "./outcomes.ts";

/** Ends of a run that leave its answer as it was: somebody or something stopped it. */
const stopped: readonly OutcomeName[] = ["cancelled", "storage"];

/** Ends with which a later run finishes the answer of an earlier one. */
const finished: readonly OutcomeName[] = ["done", "invalid-output"];

/**
 * The model's last answer, when the run that got it was cut off before it could end: its checks, its hooks and its outcome
 * are still to come. `undefined` when it has ended, or when the answer is no run's.
 *
 * @param entries - in order, at least those of the kinds `assistant-message` and `outcome`, without what a rewind has undone.
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
