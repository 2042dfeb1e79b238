import { isAboutCall, type AskUser, type Decision, type EntryOf, type Gate } from "@skein/protocol";
import type { Pace } from "./pace.ts";
import type { RecordedCalls } from "./recorded-calls.ts";

export interface RecordedVerdicts {
  readonly calls: RecordedCalls;
  readonly pace: Pace;
  readonly outcome: EntryOf<"outcome"> | undefined;
  /** How often the replay has asked about each call so far. */
  readonly asked: Map<string, number>;
  /** Called when the permission mode changes. */
  readonly onMode: () => void;
}

/** Repeats the recorded decisions of the gate and the hooks. */
export function recordedGate({ calls, pace, outcome, asked, onMode }: RecordedVerdicts): Gate {
  const judged = new Set<string>();
  const listeners = new Set<() => void | Promise<void>>();
  return {
    decide({ callId, effect }): Decision | Promise<Decision> {
      // A preview was recorded, so the precheck was allowed.
      const isLook = effect === "reads" && calls.previewOf(callId) !== undefined;
      if (isLook && judged.has(callId)) return { verdict: "allow", by: "recorded" };
      const [first, ...later] = calls.decisionsOn(callId);
      const result = calls.resultOf(callId);
      const isPrechecked = !first && result?.failure?.kind === "failed" && !calls.isOwn(callId);
      if (isPrechecked) {
        // The precheck failed, so no one was asked: return the verdict "ask" first, then allow the precheck.
        const verdict = judged.has(callId) ? "allow" : "ask";
        judged.add(callId);
        return { verdict, by: "recorded" };
      }
      if (judged.has(callId)) {
        // An edited input is decided again, and so is a call covered by another answer; only a denial is
        // journaled.
        const again = later.find(({ by }) => by !== "user");
        const isBeforeQuestion = calls.answersOn(callId).length > 0 && !asked.has(callId);
        const now = isBeforeQuestion ? first : (again ?? first);
        return now ? decisionOf(now) : { verdict: "ask", by: "recorded" };
      }
      judged.add(callId);
      if (first) return decisionOf(first);
      // Of open calls, only those that needed approval were journaled.
      if (isLeftOpen(outcome)) return { verdict: "allow", by: "recorded" };
      if (!result && calls.isAskedInVain()) return { verdict: "ask", by: "recorded" };
      // Decided, but stopped before that was journaled; the result shows it.
      return result ? { verdict: "allow", by: "recorded" } : pace.missing();
    },
    async remember() {
      await Promise.all([...listeners].map(async (listener) => listener()));
    },
    onRemembered(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setMode: onMode,
  };
}

/** Whether the run ended with questions that no one was available to answer. */
export function isLeftOpen(outcome: EntryOf<"outcome"> | undefined): boolean {
  return ["approval", "plan", "clarification", "frontend"].includes(outcome?.error?.code ?? "");
}

function decisionOf({ verdict, by, reason }: EntryOf<"decision">): Decision {
  return { verdict, by, ...(reason === undefined ? {} : { reason }) };
}

/** Repeats the recorded answers. */
export function recordedAnswers({ calls, pace, outcome, asked }: RecordedVerdicts): AskUser {
  return async (question) => {
    if (!isAboutCall(question)) return pace.missing();
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

/** The recorded reason why the question was not answered, which the loop puts in parentheses. */
function reasonIn(message: string): string {
  return /\((.*)\)/s.exec(message)?.[1] ?? message;
}
