import type { Sessions } from "@skein/runtime";
import type { LiveSession } from "./live/live-session.ts";
import { hasAllAnswers, sessionToResume } from "./subagents-of.ts";

export interface ContinueParentParts {
  readonly sessions: Pick<Sessions, "entries" | "list" | "openQuestions">;
  readonly open: (session: string, cwd: string) => Promise<LiveSession>;
}

/**
 * Resumes the session that waits for an answer given in `session`, that of a subagent, once it has all answers that it
 * waits for. Resolves when its run has begun. Rejects if it cannot be opened.
 */
export async function continueParent(
  { sessions, open }: ContinueParentParts,
  session: string,
): Promise<void> {
  const parent = await sessionToResume(sessions, session);
  if (parent === session || !(await hasAllAnswers(sessions, parent))) return;
  const listed = (await sessions.list(parent)).find((line) => line.session === parent);
  if (!listed || !("summary" in listed) || listed.summary.cwd === undefined) return;
  const live = await open(parent, listed.summary.cwd);
  if (!live.isRunning()) await live.send();
}
