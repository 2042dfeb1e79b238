import {
  attributeAnswer,
  type AgentEvent,
  type AskUser,
  type AttributedAnswer,
  type Question,
} from "@skein/protocol";

/** Asks somebody here what a session asks in another process, one question after the other. */
export interface AskedHere {
  put(question: Question): void;
  /** Withdraws what was answered elsewhere, and what no run waits for. */
  follow(event: AgentEvent): void;
  end(): void;
}

export function askHere(
  ask: AskUser,
  answer: (questionId: string, answer: AttributedAnswer) => Promise<void>,
): AskedHere {
  /** The questions that wait for an answer. */
  const waiting = new Map<string, AbortController>();
  let last: Promise<void> = Promise.resolve();

  function put(question: Question): void {
    if (waiting.has(question.id)) return;
    const over = new AbortController();
    waiting.set(question.id, over);
    last = askNow(question, over.signal, last);
  }

  async function askNow(question: Question, over: AbortSignal, before: Promise<void>): Promise<void> {
    await before;
    try {
      if (over.aborted) return;
      const given = await ask(question, over);
      await answer(question.id, attributeAnswer(given, `process ${process.pid}`));
    } catch {
      // answered elsewhere, or not at all
    } finally {
      waiting.delete(question.id);
    }
  }

  const end = (): void => {
    for (const over of waiting.values()) over.abort();
  };
  return {
    put,
    follow(event) {
      if (event.type === "question") put(event.question);
      else if (event.type === "answered") waiting.get(event.questionId)?.abort();
      else if (event.type === "outcome" && event.path.length === 0) end();
    },
    end,
  };
}
