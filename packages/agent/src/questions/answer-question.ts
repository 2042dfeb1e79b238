import type { Answer, Clock, Entry, JournalStore, Question } from "@skein/protocol";
import { SkeinError, systemClock } from "@skein/protocol";
import { loadSessionState } from "../session/load-session-state.ts";
import type { Redact } from "../session/redact-secrets.ts";
import { notAsked } from "./questions.ts";
import { requireFitting } from "./require-fitting.ts";
import { openSession, type SessionLog } from "../session/session-log.ts";

/** The open questions of a session, including those that an ended process left. Takes no lease. */
export async function readOpenQuestions(
  journal: JournalStore,
  session: string,
): Promise<readonly Question[]> {
  return (await loadSessionState(journal, session)).transcript.openQuestions();
}

/** An answer to a question that an earlier run left open. */
export interface QuestionAnswer {
  readonly journal: JournalStore;
  readonly session: string;
  readonly questionId: string;
  readonly answer: Answer;
  /** Who answers, for the record. */
  readonly by: string;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** Applied to the answer before it is written. Default: none. */
  readonly redact?: Redact;
}

/**
 * Records the answer to an open question of a session that is not running. It takes effect in the next run
 * without input. If two people answer, the first answer counts.
 *
 * Throws `SkeinError` `not-asked` when the question is not open, `answered` when it was already answered,
 * `ConfigError` for what is no answer to it, and `SessionError` `locked` while the session is running.
 *
 * @returns the written entries.
 */
export async function answerQuestion({
  journal,
  session,
  questionId,
  answer,
  by,
  clock = systemClock,
  redact = (value) => value,
}: QuestionAnswer): Promise<readonly Entry[]> {
  // Checked before taking the lease, which would create a journal for a session that does not exist.
  const found = requireOpen((await loadSessionState(journal, session)).transcript, questionId);
  requireFitting(found, answer);
  const owner = `answer ${crypto.randomUUID()}`;
  const log = await openSession({ store: journal, session, owner, clock, redact, onLost: () => undefined });
  try {
    return await recordAnswer(log, questionId, { answer, by });
  } finally {
    await log.close();
  }
}

/** The same for an open session. */
export async function recordAnswer(
  log: SessionLog,
  questionId: string,
  { answer, by }: Pick<QuestionAnswer, "answer" | "by">,
): Promise<readonly Entry[]> {
  requireFitting(requireOpen(log.transcript, questionId), answer);
  return log.write(null, { kind: "answer", questionId, answer, by });
}

function requireOpen(transcript: SessionLog["transcript"], questionId: string): Question {
  const found = transcript.openQuestions().find(({ id }) => id === questionId);
  if (found) return found;
  const answered = transcript.openCalls().find(({ question }) => question?.question.id === questionId);
  if (!answered?.answer) throw notAsked(questionId);
  const { by } = answered.answer;
  throw new SkeinError("answered", `The question "${questionId}" was already answered (by ${by}).`);
}
