import type { Sessions } from "@skein/runtime";
import type { Machine } from "@skein/host";
import { hasAllAnswers, sessionToResume } from "@skein/host/sessions";
import { clusterQueue } from "./cluster.ts";

type QuestionSessions = Pick<Sessions, "entries" | "list" | "openQuestions">;

export interface AnsweredSession {
  /** The session that continues from the answer: the topmost one that waits for it. */
  readonly resumed: string;
  /** Whether it was handed to the workers again. */
  readonly isSubmitted: boolean;
}

/**
 * Finds the session to resume after an answer in `session`. Hands it to the workers again if its run had ended there with a
 * question, once all questions of it and of subagents that it waits for are answered. Throws `ConfigError`.
 */
export async function continueAnswered(
  machine: Machine,
  sessions: QuestionSessions,
  session: string,
): Promise<AnsweredSession> {
  const resumed = await sessionToResume(sessions, session);
  return { resumed, isSubmitted: await resubmitAnswered(machine, sessions, resumed) };
}

async function resubmitAnswered(
  machine: Machine,
  sessions: QuestionSessions,
  session: string,
): Promise<boolean> {
  await using queue = await clusterQueue(machine);
  const last = await queue?.find(session);
  if (!queue || last?.end?.outcome !== "needs-input" || last.state !== "ended") return false;
  if (!(await hasAllAnswers(sessions, session))) return false;
  let after = last.after;
  let isOver = false;
  for await (const { kind, seq } of sessions.entries(session, last.after + 1)) {
    after = seq;
    // A run of another process has gone on from the answer since.
    if (kind === "outcome") isOver = true;
    if (kind === "run-start") isOver = false;
  }
  if (!isOver) return false;
  const { provider, model, mode, cwd, priority, share, work } = last;
  const given = Object.entries({ provider, model, mode, priority, share, work });
  const settings = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  await queue.submit({ session, task: "", cwd, after, ...settings });
  return true;
}
