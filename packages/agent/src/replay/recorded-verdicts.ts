import type { Ask, Decision, EntryOf, Gate } from "@skein/protocol";
import type { Pace } from "./pace.ts";
import type { RecordedCalls } from "./recorded-calls.ts";

/** Decides as was decided, whoever it was: the gate or a hook. */
export function recordedGate(calls: RecordedCalls, pace: Pace): Gate {
  const judged = new Set<string>();
  return {
    decide({ callId }): Decision | Promise<Decision> {
      const decisions = calls.decisionsOn(callId);
      const first = decisions[0];
      if (judged.has(callId)) {
        // An input that was edited is judged anew, and only a "no" is written down.
        const again = decisions.slice(1).find((one) => one.verdict === "deny" && one.by !== "user");
        return again ? decisionOf(again) : { verdict: "allow", by: "recorded" };
      }
      judged.add(callId);
      if (first) return decisionOf(first);
      // Judged, and stopped before that was written: the result is there to say so.
      return calls.resultOf(callId) ? { verdict: "allow", by: "recorded" } : pace.missing();
    },
  };
}

function decisionOf({ verdict, by, reason }: EntryOf<"decision">): Decision {
  return { verdict, by, ...(reason === undefined ? {} : { reason }) };
}

/** Answers as was answered. */
export function recordedAnswers(
  calls: RecordedCalls,
  pace: Pace,
  outcome: EntryOf<"outcome"> | undefined,
): Ask {
  const asked = new Map<string, number>();
  return async (question) => {
    if (question.kind !== "approval") return pace.missing();
    const count = asked.get(question.callId) ?? 0;
    asked.set(question.callId, count + 1);
    const found = calls.answersOn(question.callId)[count];
    if (found) {
      await pace.after(calls.resultsBefore(found.entry));
      return found.answer;
    }
    if (outcome?.error?.code === "unanswered") throw new Error(reasonIn(outcome.error.message));
    return pace.missing();
  };
}

/** What whoever was asked said when they went away: the loop puts it in brackets. */
function reasonIn(message: string): string {
  return /\((.*)\)/s.exec(message)?.[1] ?? message;
}
