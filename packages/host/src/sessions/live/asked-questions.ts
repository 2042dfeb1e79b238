import { attributeAnswer, type AskUser, type AttributedAnswer, type Question } from "@skein/protocol";

/** Questions that a run waits for: of its agent, and of its subagents. */
export interface AskedQuestions {
  readonly ask: AskUser;
  /** @returns whether the question was waiting for an answer. */
  answer(questionId: string, answer: AttributedAnswer): boolean;
}

/** @param attendant - is asked as well; the first answer counts. */
export function createAskedQuestions(attendant: AskUser | undefined): AskedQuestions {
  const asked = new Map<string, (answer: AttributedAnswer) => void>();
  return {
    async ask(question: Question, signal: AbortSignal) {
      const { promise, resolve, reject } = Promise.withResolvers<AttributedAnswer>();
      const answered = new AbortController();
      const settle = (answer: AttributedAnswer): void => {
        asked.delete(question.id);
        resolve(answer);
      };
      asked.set(question.id, settle);
      const forget = () => reject(signal.reason);
      signal.addEventListener("abort", forget, { once: true });
      if (attendant)
        attendant(question, AbortSignal.any([signal, answered.signal])).then(
          (given) => settle(attributeAnswer(given, "ask")),
          reject,
        );
      try {
        return await promise;
      } finally {
        answered.abort();
        asked.delete(question.id);
        signal.removeEventListener("abort", forget);
      }
    },
    answer(questionId, answer) {
      const settle = asked.get(questionId);
      settle?.(answer);
      return settle !== undefined;
    },
  };
}
