import type { Runtime } from "@skein/runtime";
import { sessionToResume } from "../subagents-of.ts";
import type { AgentLifecycle } from "./agent-lifecycle.ts";
import type { AskedQuestions } from "./asked-questions.ts";
import type { LiveSession } from "./live-session.ts";
import type { RunQueue } from "./run-queue.ts";

export interface SessionQuestionsParts {
  readonly id: string;
  readonly sessions: Pick<Runtime["sessions"], "openQuestions" | "list" | "entries">;
  readonly agent: Pick<AgentLifecycle, "open" | "opened" | "reopen">;
  /** The questions that the run waits for. */
  readonly asked: Pick<AskedQuestions, "answer">;
  readonly runs: Pick<RunQueue, "ongoing" | "lastEnded">;
  /** Is called after each answer, as soon as no run is on. */
  readonly onAnswered: (() => Promise<void>) | undefined;
  /** Is called when an answer was journaled under the lease. */
  readonly onWritten: () => Promise<void>;
}

/** The questions of a session that wait for an answer, whether a run waits for it or not. */
export function sessionQuestions(
  parts: SessionQuestionsParts,
): Pick<LiveSession, "openQuestions" | "answer"> {
  const { id, sessions, agent, asked, runs, onAnswered, onWritten } = parts;
  return {
    async openQuestions() {
      const opened = await agent.opened();
      return opened ? opened.agent.openQuestions() : sessions.openQuestions(id);
    },
    async answer(questionId, answer, { by = "answer" } = {}) {
      if (asked.answer(questionId, { answer, by })) {
        void runs.lastEnded()?.then(onAnswered);
        return;
      }
      await (await agent.open()).agent.answer(questionId, answer, { by });
      const isLeftToParent = runs.ongoing() === undefined && (await sessionToResume(sessions, id)) !== id;
      // The run of the parent continues this session, and needs its lease.
      if (isLeftToParent) {
        await agent.reopen();
        await onAnswered?.();
      } else await onWritten();
    },
  };
}
