import type { BackgroundJob, Question } from "@skein/protocol";
import type { LiveSession, ReadySession } from "@skein/host";
import type { SessionPrompt } from "@skein/host/agents";
import type { CompactionReport } from "@skein/host/sessions";
import type { OwnerCalls } from "./owner-calls.ts";

/** The calls of a session that its owner answers, and that change nothing of what is known here. */
export type RelayedCalls = Pick<
  LiveSession,
  | "prepare"
  | "prompts"
  | "completePrompt"
  | "completeMention"
  | "openQuestions"
  | "answer"
  | "setEffort"
  | "note"
  | "jobs"
  | "endJob"
  | "compact"
>;

export function relayedCalls({ call }: Pick<OwnerCalls, "call">): RelayedCalls {
  return {
    prepare: async () => (await call({ do: "prepare" })) as ReadySession,
    prompts: async () => (await call({ do: "prompts" })) as readonly SessionPrompt[],
    completePrompt: async (wanted) => (await call({ do: "complete-prompt", ...wanted })) as readonly string[],
    completeMention: async (word) => (await call({ do: "complete-mention", word })) as readonly string[],
    openQuestions: async () => (await call({ do: "open-questions" })) as readonly Question[],
    answer: async (question, answer, { by = `process ${process.pid}` } = {}) =>
      void (await call({ do: "answer", question, answer, by })),
    // The owner's event says what it came to.
    setEffort: async (effort) => void (await call({ do: "set-effort", effort })),
    note: async (text) => void (await call({ do: "note", text })),
    jobs: async () => (await call({ do: "jobs" })) as readonly BackgroundJob[],
    endJob: async (job) => (await call({ do: "end-job", job })) === true,
    compact: async ({ wish } = {}) =>
      (await call({ do: "compact", ...(wish === undefined ? {} : { wish }) })) as CompactionReport,
  };
}
