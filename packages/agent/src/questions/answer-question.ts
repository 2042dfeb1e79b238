import type { Answer, Clock, Entry, JournalStore, Question } from "@skein/protocol";
import { SkeinError } from "@skein/protocol";
import { loadSessionState } from "../session/load-session-state.ts";
import type { Redact } from "../session/redact-secrets.ts";
import { notAsked } from "./questions.ts";
import { openSession, type SessionLog } from "../session/session-log.ts";
import { systemClock } from "../defaults/system-clock.ts";

/** The questions of a session that wait for an answer; also those of a process that has ended. Takes no lease. */
export async function openQuestions(journal: JournalStore, session: string): Promise<readonly Question[]> {
  return (await loadSessionState(journal, session)).transcript.openQuestions();
}

/** An answer from somebody who was not there when it was asked. */
export interface QuestionAnswer {
  readonly journal: JournalStore;
  readonly session: string;
  readonly questionId: string;
  readonly answer: Answer;
  /** Who answers, for the record. */
  readonly by: string;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** What the answer goes through before it is written. Default: nothing. */
  readonly redact?: Redact;
}

/**
 * Answers an open question of a session that nobody runs. Nothing happens yet: the next run without input goes on from
 * the answer. Of two who answer, the first one counts.
 *
 * Throws `SkeinError` `not-asked` when the question is not open, `answered` when somebody was faster, and `SessionError`
 * `locked` while somebody runs the session.
 *
 * @returns the entries as they stand.
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
  // Looked at before the lease is taken, which would make a journal for a session that nobody wrote.
  requireOpen((await loadSessionState(journal, session)).transcript, questionId);
  const owner = `answer ${crypto.randomUUID()}`;
  const log = await openSession({ store: journal, session, owner, clock, redact, onLost: () => undefined });
  try {
    return await recordAnswer(log, questionId, { answer, by });
  } finally {
    await log.close();
  }
}

/** The same for whoever has the session open. */
export async function recordAnswer(
  log: SessionLog,
  questionId: string,
  { answer, by }: Pick<QuestionAnswer, "answer" | "by">,
): Promise<readonly Entry[]> {
  requireOpen(log.transcript, questionId);
  return log.write(null, { kind: "answer", questionId, answer, by });
}

function requireOpen(transcript: SessionLog["transcript"], questionId: string): void {
  if (transcript.openQuestions().some(({ id }) => id === questionId)) return;
  const answered = transcript.openCalls().find(({ question }) => question?.question.id === questionId);
  if (!answered?.answer) throw notAsked(questionId);
  const { by } = answered.answer;
  throw new SkeinError("answered", `The question "${questionId}" has been answered already (by ${by}).`);
}
