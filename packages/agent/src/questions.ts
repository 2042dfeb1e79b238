import { messageOf, SkeinError, type Answer, type Ask, type Question } from "@skein/protocol";
import { untilAborted } from "./abortable.ts";
import type { Emit } from "./emit.ts";
import { RunStop } from "./run-stop.ts";
import type { SessionLog } from "./session-log.ts";

/** Asks one question after the other, and keeps question and answer in the journal. */
export interface Questions {
  /** Whether anybody is there to answer. */
  readonly canAsk: boolean;
  ask(question: Question): Promise<Answer>;
  /** Answers the question with that id. Throws `SkeinError` `not-asked`. */
  answer(questionId: string, answer: Answer): void;
}

export interface QuestionsOptions {
  readonly ask: Ask | "handle" | undefined;
  readonly run: string;
  readonly log: SessionLog;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

export function createQuestions({ ask, run, log, emit, signal }: QuestionsOptions): Questions {
  const open = new Map<string, (answer: Answer) => void>();
  let line: Promise<unknown> = Promise.resolve();

  async function askNow(question: Question): Promise<Answer> {
    signal.throwIfAborted();
    const [asked] = await log.write(run, { kind: "question", question });
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    open.set(question.id, resolve);
    emit({ type: "question", question }, asked?.seq);
    if (typeof ask === "function")
      ask(question, signal).then(resolve, (error: unknown) => reject(unanswered(error)));
    try {
      const answer = await untilAborted(promise, signal);
      const by = typeof ask === "function" ? "ask" : "handle";
      const [answered] = await log.write(run, { kind: "answer", questionId: question.id, answer, by });
      emit({ type: "answered", questionId: question.id, answer }, answered?.seq);
      return answer;
    } finally {
      open.delete(question.id);
    }
  }

  return {
    canAsk: ask !== undefined,
    ask(question) {
      const turn = line.then(() => askNow(question));
      line = turn.catch(() => undefined);
      return turn;
    },
    answer(questionId, answer) {
      const resolve = open.get(questionId);
      if (!resolve) throw new SkeinError("not-asked", `There is no open question "${questionId}".`);
      resolve(answer);
    },
  };
}

/** Whoever was asked went away. */
function unanswered(error: unknown): RunStop {
  const message = `The question was left without an answer (${messageOf(error)}).`;
  return new RunStop("needs-input", { code: "unanswered", message });
}
