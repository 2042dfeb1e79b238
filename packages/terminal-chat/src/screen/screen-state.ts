import type { Work } from "../chat/status-lines.ts";

/** Two presses of a key within this time leave the chat, or go back to a message. */
const twiceMs = 2_000;

/** A line below the prompt, for a while. */
interface Hint {
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** What a drawn chat shows beside the session, the prompt and questions. */
export interface ScreenState {
  readonly work: Work | undefined;
  readonly hint: Hint | undefined;
}

/** Something that happened to a drawn chat. `now`: milliseconds since the epoch. */
export type ScreenInput =
  | {
      readonly type: "chat-changed";
      readonly isRunning: boolean;
      readonly isAside: boolean;
      /** Folder of the chat. */
      readonly cwd: string;
      readonly now: number;
    }
  /** What was at work has been told to stop. */
  | { readonly type: "interrupted" }
  | { readonly type: "hint"; readonly text: string; readonly now: number }
  | { readonly type: "tick"; readonly now: number }
  /** Ctrl+C or Esc. */
  | {
      readonly type: "stop-key";
      readonly isEscape: boolean;
      readonly isPromptEmpty: boolean;
      readonly now: number;
    };

/** `work-done`: the folder may be at another branch. `keep-prompt`: the prompt is no walk through its history any more. */
export type ScreenEffect = "work-done" | "interrupt" | "clear-prompt" | "keep-prompt" | "rewind" | "leave";

export interface ScreenStep {
  readonly state: ScreenState;
  readonly effect?: ScreenEffect;
}

export const idleScreen: ScreenState = { work: undefined, hint: undefined };

/** Computes what a drawn chat shows after an input, and what the chat has to do. */
export function screenStep(state: ScreenState, input: ScreenInput): ScreenStep {
  const { work, hint } = state;
  switch (input.type) {
    case "chat-changed": {
      const { isRunning, isAside, now } = input;
      if (!isRunning && !isAside)
        return { state: { ...state, work: undefined }, ...(work ? { effect: "work-done" } : {}) };
      if (work?.isAside === isAside) return { state };
      return { state: { ...state, work: { startedAt: now, isEnding: false, isAside } } };
    }
    case "interrupted":
      return { state: work ? { ...state, work: { ...work, isEnding: true } } : state };
    case "hint":
      return { state: { ...state, hint: { text: input.text, until: input.now + twiceMs } } };
    case "tick":
      return { state: hint && hint.until <= input.now ? { ...state, hint: undefined } : state };
    case "stop-key":
      return stopStep(state, input);
  }
}

/** Interrupts; or clears the prompt; or, pressed twice at an empty one: Ctrl+C leaves, Esc goes back to a message. */
function stopStep(
  state: ScreenState,
  { isEscape, isPromptEmpty, now }: Extract<ScreenInput, { readonly type: "stop-key" }>,
): ScreenStep {
  if (state.work) return { state, effect: "interrupt" };
  if (!isPromptEmpty) return { state, effect: isEscape ? "keep-prompt" : "clear-prompt" };
  const text = isEscape ? "Once more Esc goes back to an earlier message." : "Once more Ctrl+C leaves.";
  const isSecond = state.hint?.text === text && state.hint.until > now;
  return isSecond
    ? { state: { ...state, hint: undefined }, effect: isEscape ? "rewind" : "leave" }
    : { state: { ...state, hint: { text, until: now + twiceMs } } };
}

/** Returns the hint, if there is one at this time. */
export function hintAt({ hint }: ScreenState, now: number): string | undefined {
  return hint && hint.until > now ? hint.text : undefined;
}
