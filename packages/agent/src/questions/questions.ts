import {
  messageOf,
  SkeinError,
  type Answer,
  type Decision,
  type EntryOf,
  type Question,
} from "@skein/protocol";
import { untilAborted } from "../events/abortable.ts";
import type { Emit } from "../events/emit.ts";
import type { CompleteParts } from "../agent-parts.ts";
import { RunStop } from "../loop/run-stop.ts";
import type { SessionLog } from "../session/session-log.ts";

/** Asks one question after the other, and keeps question and answer in the journal. */
export interface Questions {
  /** Whether anybody is there to answer. */
  readonly canAsk: boolean;
  /** Whether an answer was remembered since the run began: what was decided before may be decided otherwise now. */
  readonly hasRemembered: () => boolean;
  /**
   * Does it when all that came before is done: so that what one answer allows is in force before the next is asked.
   *
   * @param work - its signal is aborted when it is done, or the run is over.
   */
  inTurn<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /** Rejects with the run's end; then the question stays open in the journal. */
  ask(asking: Asking): Promise<Answer>;
  /** Answers the question with that id. Throws `SkeinError` `not-asked`. */
  answer(questionId: string, answer: Answer): void;
  close(): void;
}

interface Asking {
  readonly question: Question;
  /** The entry of a question that an earlier run asked, and nobody answered: it is the same one. */
  readonly asked: EntryOf<"question"> | undefined;
  /** Decides the call anew whenever an answer was remembered: where that covers it, nobody has to answer. */
  readonly decide: () => Promise<Decision>;
  /** Aborted when nobody has to answer any more. */
  readonly signal: AbortSignal;
}

interface Reply {
  readonly answer: Answer;
  readonly by: string;
}

export interface QuestionsOptions {
  readonly parts: Pick<CompleteParts, "ask" | "gate">;
  readonly run: string;
  readonly log: SessionLog;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

interface OpenQuestion {
  readonly settle: (reply: Reply) => void;
  readonly decideAgain: () => Promise<void>;
}

export function createQuestions({ parts, run, log, emit, signal }: QuestionsOptions): Questions {
  const { ask, gate } = parts;
  const open = new Map<string, OpenQuestion>();
  let line: Promise<unknown> = Promise.resolve();
  let hasRemembered = false;
  const stopListening = gate.onRemembered?.(async () => {
    hasRemembered = true;
    await Promise.all([...open.values()].map(({ decideAgain }) => decideAgain()));
  });

  return {
    canAsk: ask !== undefined,
    hasRemembered: () => hasRemembered,
    inTurn(work) {
      const turn = line.then(async () => {
        signal.throwIfAborted();
        const ended = new AbortController();
        try {
          return await work(AbortSignal.any([signal, ended.signal]));
        } finally {
          ended.abort(noMore());
        }
      });
      line = turn.catch(() => undefined);
      return turn;
    },
    async ask({ question, asked, decide, signal: ending }) {
      // One that an earlier run asked is in the journal, at a place that readers have passed.
      const entry = asked ? undefined : (await log.write(run, { kind: "question", question }))[0];
      const { promise, resolve, reject } = Promise.withResolvers<Reply>();
      const covered = new AbortController();
      async function decideAgain(): Promise<void> {
        const now = await decide().catch(() => undefined); // then it stays a question
        if (now?.verdict !== "allow") return;
        resolve({ answer: { allow: "once" }, by: now.by });
        covered.abort(noMore());
      }
      open.set(question.id, { settle: resolve, decideAgain });
      emit({ type: "question", question }, entry?.seq);
      if (typeof ask === "function") {
        ask(question, AbortSignal.any([ending, covered.signal])).then(
          (answer) => resolve({ answer, by: "ask" }),
          (error: unknown) => reject(unanswered(error)),
        );
      }
      try {
        const { answer, by } = await untilAborted(promise, ending);
        const [answered] = await log.write(run, { kind: "answer", questionId: question.id, answer, by });
        emit({ type: "answered", questionId: question.id, answer, by }, answered?.seq);
        return answer;
      } finally {
        open.delete(question.id);
      }
    },
    answer(questionId, answer) {
      const question = open.get(questionId);
      if (!question) throw notAsked(questionId);
      question.settle({ answer, by: "handle" });
    },
    close: () => stopListening?.(),
  };
}

export function notAsked(questionId: string): SkeinError<"not-asked"> {
  return new SkeinError("not-asked", `There is no open question "${questionId}".`);
}

function noMore(): SkeinError<"not-asked"> {
  return new SkeinError("not-asked", "The question needs no answer any more.");
}

/** Whoever was asked went away. */
function unanswered(error: unknown): RunStop {
  const message = `The question was left without an answer (${messageOf(error)}).`;
  return new RunStop("needs-input", { code: "unanswered", message });
}
