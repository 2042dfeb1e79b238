import { isKey } from "@skein/terminal/screen";
import type { QuestionDialog } from "../questions/menu-dialog.ts";
import type { ScreenPrompt } from "./screen-prompt.ts";
import { burstMs, createQuestionKeys, type QuestionState } from "../questions/question-keys.ts";

export interface QuestionFocusOptions {
  /** The question that waits. */
  readonly dialog: () => QuestionDialog | undefined;
  readonly prompt: () => Pick<ScreenPrompt, "text" | "isCompleting">;
  /** Whether the place of the prompt is the prompt's, a question aside. */
  readonly isPromptShown: () => boolean;
  readonly onChange: () => void;
}

/** Whom a key reaches while a question may wait: the question, or the prompt. */
export interface QuestionFocus {
  /** The question in the place of the prompt. @param now - milliseconds since the epoch. */
  open(now: number): QuestionDialog | undefined;
  /** Gives a key to the question if it is for it. Returns true if the key is for the prompt. */
  key(data: string): boolean;
  stop(): void;
}

export function createQuestionFocus(options: QuestionFocusOptions): QuestionFocus {
  const { dialog, prompt, isPromptShown, onChange } = options;
  const keys = createQuestionKeys();
  /** Enter on a choice, for as long as it may turn out to be part of something pasted. */
  let confirming: NodeJS.Timeout | undefined;

  function stateAt(now: number): QuestionState {
    const question = dialog();
    return {
      question,
      isEditing: question?.isEditing() ?? false,
      ownKey: question?.ownKey,
      isPromptEmpty: prompt().text() === "" && isPromptShown(),
      now,
    };
  }

  function stop(): void {
    clearTimeout(confirming);
    confirming = undefined;
  }

  function confirm(question: QuestionDialog | undefined, data: string): void {
    confirming = setTimeout(() => {
      confirming = undefined;
      if (dialog() === question) question?.key(data);
      onChange();
    }, burstMs);
  }

  return {
    open: (now) => (keys.isOpen(stateAt(now)) ? dialog() : undefined),
    key(data) {
      const isConfirming = confirming !== undefined;
      stop();
      const question = dialog();
      // A Tab that completes what is typed is the prompt's.
      const isCompletion =
        isKey(data, "tab") && (prompt().isCompleting() || /[@/]\S*$/.test(prompt().text()));
      const target = isCompletion ? "prompt" : keys.target(data, stateAt(Date.now()));
      onChange();
      if (target === "question" && !isConfirming) question?.key(data);
      if (target === "confirm" && !isConfirming) confirm(question, data);
      return target === "prompt";
    },
    stop,
  };
}
