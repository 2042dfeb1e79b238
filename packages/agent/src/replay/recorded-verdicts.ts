import type { AskUser, Decision, EntryOf, Gate } from "@skein/protocol";
import type { Pace } from "./pace.ts";
import type { RecordedCalls } from "./recorded-calls.ts";

export interface RecordedVerdicts {
  readonly calls: RecordedCalls;
  readonly pace: Pace;
  readonly outcome: EntryOf<"outcome"> | undefined;
  /** How often each call was asked about in the replay so far. */
  readonly asked: Map<string, number>;
}

/** Decides as was decided, whoever it was: the gate or a hook. */
export function recordedGate({ calls, pace, outcome, asked }: RecordedVerdicts): Gate {
  const judged = new Set<string>();
  const listeners = new Set<() => void | Promise<void>>();
  return {
    decide({ callId, effect }): Decision | Promise<Decision> {
      // Its preview was made, so it was allowed to look.
      const isLook = effect === "reads" && calls.previewOf(callId) !== undefined;
      if (isLook && judged.has(callId)) return { verdict: "allow", by: "recorded" };
      const [first, ...later] = calls.decisionsOn(callId);
      const result = calls.resultOf(callId);
      const isPrechecked = !first && result?.failure?.kind === "failed" && !calls.isOwn(callId);
      if (isPrechecked) {
        // It could not succeed, so nobody was asked: first the question, then whether it may look.
        const verdict = judged.has(callId) ? "allow" : "ask";
        judged.add(callId);
        return { verdict, by: "recorded" };
      }
      if (judged.has(callId)) {
        // An input that was edited is judged anew, and only a "no" is written down. So is what another answer covers.
        const again = later.find(({ by }) => by !== "user");
        const isBeforeQuestion = calls.answersOn(callId).length > 0 && !asked.has(callId);
        const now = isBeforeQuestion ? first : (again ?? first);
        return now ? decisionOf(now) : { verdict: "ask", by: "recorded" };
      }
      judged.add(callId);
      if (first) return decisionOf(first);
      // Of calls that were left open, only those are written down that somebody was to be asked about.
      if (outcome?.error?.code === "approval") return { verdict: "allow", by: "recorded" };
      if (!result && calls.isAskedInVain()) return { verdict: "ask", by: "recorded" };
      // CheckedCall, and stopped before that was written: the result is there to say so.
      return result ? { verdict: "allow", by: "recorded" } : pace.missing();
    },
    async remember() {
      await Promise.all([...listeners].map(async (listener) => listener()));
    },
    onRemembered(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function decisionOf({ verdict, by, reason }: EntryOf<"decision">): Decision {
  return { verdict, by, ...(reason === undefined ? {} : { reason }) };
}

/** Answers as was answered. */
export function recordedAnswers({ calls, pace, outcome, asked }: RecordedVerdicts): AskUser {
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
