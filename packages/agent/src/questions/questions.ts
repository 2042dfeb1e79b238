import {
  attributeAnswer,
  messageOf,
  questionText,
  SkeinError,
  type Answer,
  type AskUser,
  type AttributedAnswer,
  type Decision,
  type EntryOf,
  type HookEffect,
  type HookEvent,
  type Question,
} from "@skein/protocol";
import { requireFitting } from "./require-fitting.ts";
import { untilAborted } from "../events/abortable.ts";
import type { Emit } from "../events/emit.ts";
import type { CompleteParts } from "../agent-parts.ts";
import { RunStop } from "../run-stop.ts";
import type { SessionLog } from "../session/session-log.ts";

/** Asks for approval, one question at a time, and journals questions and answers. */
export interface Questions {
  /** Whether someone is available to answer. */
  readonly canAsk: boolean;
  /** Whether an answer was remembered during this run, so that earlier decisions may be outdated. */
  readonly hasRemembered: () => boolean;
  /**
   * Runs `work` after all earlier work, so that a remembered answer takes effect before the next question is
   * asked.
   *
   * @param work - its signal is aborted when the work is done or the run has ended.
   */
  inTurn<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /** Rejects when the run ends; the question then stays open in the journal. */
  ask(asking: Asking): Promise<Answer>;
  /**
   * Asks for values; hooks may answer first, if `hooks`. @returns `undefined` when no one is available, and nothing is
   * journaled.
   */
  elicit(question: Question, options: ElicitOptions): Promise<Answer | undefined>;
  /** Answers the question with that id. Throws `SkeinError` `not-asked`, and `ConfigError` for what is no answer to it. */
  answer(questionId: string, answer: AttributedAnswer): void;
  close(): void;
}

interface ElicitOptions {
  readonly hooks: boolean;
  /** Aborted when no answer is needed any more: rejects. */
  readonly signal: AbortSignal;
  /** Aborted when the extension withdraws its question, which counts as declined. No one is asked after that. */
  readonly withdrawn: AbortSignal;
}

interface Asking {
  readonly question: Question;
  /** The journal entry, when an earlier run already asked this question. */
  readonly asked: EntryOf<"question"> | undefined;
  /** Decides the call again after an answer was remembered, which may make this question unnecessary. */
  readonly decide: () => Promise<Decision>;
  /** Aborted when no answer is needed any more. */
  readonly signal: AbortSignal;
  readonly withdrawn?: AbortSignal;
}

export interface QuestionsOptions {
  readonly parts: Pick<CompleteParts, "ask" | "gate">;
  readonly run: string;
  readonly log: SessionLog;
  readonly emit: Emit;
  readonly callHooks: (event: HookEvent) => Promise<HookEffect>;
  readonly signal: AbortSignal;
}

interface OpenQuestion {
  readonly question: Question;
  readonly settle: (answer: AttributedAnswer) => void;
  readonly decideAgain: () => Promise<void>;
}

const declined: Answer = { reply: null };

export function createQuestions({ parts, run, log, emit, callHooks, signal }: QuestionsOptions): Questions {
  const { ask, gate } = parts;
  const open = new Map<string, OpenQuestion>();
  let line: Promise<unknown> = Promise.resolve();
  let hasRemembered = false;
  const stopListening = gate.onRemembered?.(async () => {
    hasRemembered = true;
    await Promise.all([...open.values()].map(({ decideAgain }) => decideAgain()));
  });

  /** The run does not wait for these hooks. */
  function notify(question: Question): void {
    callHooks({ type: "notification", about: question.kind, text: questionText(question) }).catch(
      () => undefined,
    );
  }

  /** Hooks may answer what an extension wants to know, or decline it, so that no one is asked. */
  async function answerOfHooks(question: Question): Promise<AttributedAnswer | undefined> {
    if (question.kind !== "elicitation") return undefined;
    const { id: questionId, extension, message, schema } = question;
    const asked = { type: "elicitation", questionId, extension, message, schema } as const;
    const { verdict, by = "hook", reply = verdict === "deny" ? null : undefined } = await callHooks(asked);
    return reply === undefined ? undefined : { answer: { reply }, by };
  }

  async function conclude(questionId: string, { answer, by }: AttributedAnswer): Promise<Answer> {
    const [answered] = await log.write(run, { kind: "answer", questionId, answer, by });
    emit({ type: "answered", questionId, answer, by }, answered.seq);
    return answer;
  }

  function inTurn<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
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
  }

  async function askNow(
    { question, asked, decide, signal: ending, withdrawn }: Asking,
    hooks: boolean,
  ): Promise<Answer> {
    // A question of an earlier run is already in the journal, before entries that readers have passed.
    const entry = asked ? undefined : (await log.write(run, { kind: "question", question }))[0];
    const { promise, resolve, reject } = Promise.withResolvers<AttributedAnswer>();
    const covered = new AbortController();
    async function decideAgain(): Promise<void> {
      const now = await decide().catch(() => undefined); // keep asking
      if (now?.verdict !== "allow") return;
      resolve({ answer: { allow: "once" }, by: now.by });
      covered.abort(noMore());
    }
    function askPerson(): void {
      notify(question);
      if (typeof ask !== "function") return;
      const answered = ask(question, AbortSignal.any([ending, covered.signal]));
      resolveFitting(answered, question).then(resolve, (error: unknown) => reject(unanswered(error)));
    }
    const withdraw = () => resolve({ answer: declined, by: question.extension });
    open.set(question.id, { question, settle: resolve, decideAgain });
    emit({ type: "question", question }, entry?.seq);
    withdrawn?.addEventListener("abort", withdraw, { once: true });
    if (withdrawn?.aborted) withdraw();
    try {
      const given = hooks ? await answerOfHooks(question) : undefined;
      if (given) resolve(given);
      else if (!withdrawn?.aborted) askPerson();
      return await conclude(question.id, await untilAborted(promise, ending));
    } finally {
      open.delete(question.id);
      withdrawn?.removeEventListener("abort", withdraw);
    }
  }

  return {
    canAsk: ask !== undefined,
    hasRemembered: () => hasRemembered,
    inTurn,
    ask: (asking) => askNow(asking, true),
    async elicit(question, { hooks, signal: ending, withdrawn }) {
      const decide = () => Promise.reject(new Error("only the user decides"));
      if (ask !== undefined)
        return inTurn(async (turn) => {
          if (withdrawn.aborted) return declined;
          const either = AbortSignal.any([turn, ending]);
          return askNow({ question, asked: undefined, decide, signal: either, withdrawn }, hooks);
        });
      const given = hooks ? await answerOfHooks(question) : undefined;
      if (!given) return undefined;
      const [entry] = await log.write(run, { kind: "question", question });
      emit({ type: "question", question }, entry.seq);
      return conclude(question.id, given);
    },
    answer(questionId, answer) {
      const question = open.get(questionId);
      if (!question) throw notAsked(questionId);
      requireFitting(question.question, answer.answer);
      question.settle(answer);
    },
    close: () => stopListening?.(),
  };
}

async function resolveFitting(answered: ReturnType<AskUser>, question: Question): Promise<AttributedAnswer> {
  const attributed = attributeAnswer(await answered, "ask");
  requireFitting(question, attributed.answer);
  return attributed;
}

export function notAsked(questionId: string): SkeinError<"not-asked"> {
  return new SkeinError("not-asked", `There is no open question "${questionId}".`);
}

function noMore(): SkeinError<"not-asked"> {
  return new SkeinError("not-asked", "The question needs no answer any more.");
}

/** The person or client that was asked left. */
function unanswered(error: unknown): RunStop {
  const message = `The question was not answered (${messageOf(error)}).`;
  return new RunStop("needs-input", { code: "unanswered", message });
}
