import { isKey } from "@skein/terminal/screen";

/** Nothing may have been typed for so long before a question takes a key, and it must have been in view as long. */
export const quietMs = 600;
/** A key that others follow faster than a person types is part of something pasted. */
export const burstMs = 40;

/** Whom a key is for. `confirm`: the question, unless another key follows within `burstMs`. */
export type KeyTarget = "prompt" | "question" | "confirm" | "none";

/**
 * Decides who gets what is typed while a question waits, so that text that was typed for the prompt never answers it. What
 * is typed belongs to the prompt; the question takes arrows, Enter, Esc and a letter of its own, the last three only when it
 * was in view for a while and nothing was typed meanwhile. An Esc before that was pressed at the prompt, where it interrupts: so does the
 * second of two, when the first one's answer brings up the next question.
 */
export interface QuestionKeys {
  /** To be told before each frame and key. @returns whether the question stands in the place of the prompt. */
  isOpen(state: QuestionState): boolean;
  target(data: string, state: QuestionState): KeyTarget;
}

export interface QuestionState {
  /** The question that waits; any value that is another one for another question. */
  readonly question: object | undefined;
  /** Whether a text is being edited in the question itself: then it takes all keys. */
  readonly isEditing: boolean;
  /** A letter that the question takes, as Enter is taken. */
  readonly ownKey?: string | undefined;
  readonly isPromptEmpty: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export function createQuestionKeys(): QuestionKeys {
  let question: object | undefined;
  /** `undefined`: it waits, and the prompt has the keys. */
  let openedAt: number | undefined;
  /** The user has gone back to the prompt; only Tab opens it again. */
  let isPutAside = false;
  let typedAt = -Infinity;

  function isOpen(state: QuestionState): boolean {
    if (state.question !== question) [question, openedAt, isPutAside] = [state.question, undefined, false];
    if (!question) return false;
    const isQuiet = state.now - typedAt >= quietMs;
    if (openedAt === undefined && !isPutAside && state.isPromptEmpty && isQuiet) openedAt = state.now;
    return openedAt !== undefined;
  }

  function targetWhenOpen(data: string, { isEditing, ownKey, now }: QuestionState, since: number): KeyTarget {
    const isSettled = now - Math.max(since, typedAt) >= quietMs;
    if (isEditing && isSettled) return "question";
    if (data === ownKey && isSettled) return "question";
    if (isKey(data, "up") || isKey(data, "down")) return "question";
    if (isKey(data, "escape")) return isSettled ? "question" : "prompt";
    if (isKey(data, "ctrl+c")) return "question";
    if (isKey(data, "enter")) return isSettled ? "confirm" : "none";
    openedAt = undefined;
    isPutAside = isKey(data, "tab");
    if (isPutAside) return "none";
    typedAt = now;
    return "prompt";
  }

  return {
    isOpen,
    target(data, state) {
      if (isOpen(state) && openedAt !== undefined) return targetWhenOpen(data, state, openedAt);
      if (question && isKey(data, "tab") && state.now - typedAt >= quietMs) {
        openedAt = state.now;
        return "none";
      }
      typedAt = state.now;
      return "prompt";
    },
  };
}
