import type { AskUser, Question } from "@skein/protocol";

/**
 * Serializes the questions of several agents to one person. The next question waits until the previous answer
 * is in force, since it may cover it.
 */
export function askInTurn(ask: AskUser): AskUser {
  let line: Promise<unknown> = Promise.resolve();
  return (question, signal) => {
    const turn = line.then(() => {
      signal.throwIfAborted();
      return ask(question, signal);
    });
    line = line.then(() => aborted(signal));
    return turn;
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Asks for a subagent; the question names it. */
export function askFor(name: string, ask: AskUser): AskUser {
  const named = (text: string) => `Subagent "${name}": ${text}`;
  return (question, signal) => ask(namedQuestion(question, named), signal);
}

function namedQuestion(question: Question, named: (text: string) => string): Question {
  switch (question.kind) {
    case "approval":
      return { ...question, reason: named(question.reason) };
    case "plan":
      return { ...question, plan: named(question.plan) };
    case "clarification": {
      const [first, ...others] = question.questions;
      return first
        ? { ...question, questions: [{ ...first, question: named(first.question) }, ...others] }
        : question;
    }
    case "elicitation":
      return { ...question, message: named(question.message) };
  }
}
