import { isKey } from "@skein/terminal/screen";

/** What a key does, whatever is typed. */
export type ScreenAction =
  | "suspend"
  | "pick"
  | "close-picker"
  | "expand"
  | "list-commands"
  | "change-mode"
  | "edit-outside";

/** What a key does at the prompt. `walk`: through earlier prompts, if the cursor is at an edge; or else `type`. */
export type PromptAction =
  | "escape"
  | "stop"
  | "leave"
  | "queue"
  | "new-line"
  | "search-history"
  | "paste-image"
  | "walk"
  | "type";

/** Returns the action of a key that is neither for an open question nor for the prompt. */
export function screenAction(
  key: string,
  { hasPicker, hasQuestion }: { readonly hasPicker: boolean; readonly hasQuestion: boolean },
): ScreenAction | undefined {
  if (isKey(key, "ctrl+z")) return "suspend";
  if (hasPicker) return isKey(key, "tab") && hasQuestion ? "close-picker" : "pick";
  if (isKey(key, "ctrl+o")) return "expand";
  if (isKey(key, "ctrl+p")) return "list-commands";
  if (isKey(key, "shift+tab")) return "change-mode";
  if (isKey(key, "ctrl+g") && !hasQuestion) return "edit-outside";
  return undefined;
}

/** Returns the action of a key that is for the prompt. */
export function promptAction(
  key: string,
  {
    isCompleting,
    isEmpty,
    isRunning,
  }: { readonly isCompleting: boolean; readonly isEmpty: boolean; readonly isRunning: boolean },
): PromptAction {
  if (isKey(key, "escape")) return isCompleting ? "type" : "escape";
  if (isKey(key, "ctrl+c")) return "stop";
  if (isKey(key, "ctrl+d") && isEmpty) return "leave";
  if (isKey(key, "alt+enter")) return isRunning ? "queue" : "new-line";
  if (isKey(key, "ctrl+r")) return "search-history";
  if (isKey(key, "ctrl+v")) return "paste-image";
  if (!isCompleting && (isKey(key, "up") || isKey(key, "down"))) return "walk";
  return "type";
}
