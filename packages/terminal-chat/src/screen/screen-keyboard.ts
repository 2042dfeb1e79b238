import { describeError } from "@skein/protocol";
import type { ClipboardImage } from "@skein/terminal/clipboard";
import type { RegionScreen } from "@skein/terminal/screen";
import type { Chat } from "../chat/chat.ts";
import type { ChatTerminal } from "../chat/front-end.ts";
import { editOutside, suspend } from "./hand-over-terminal.ts";
import { promptAction, screenAction, type PromptAction, type ScreenAction } from "./key-actions.ts";
import type { QuestionFocus } from "./question-focus.ts";
import type { ScreenPrompt } from "./screen-prompt.ts";
import type { ScreenEffect, ScreenInput } from "./screen-state.ts";
import type { ScreenView } from "./screen-view.ts";

/** The modes that Shift+Tab goes through, from any other mode to the first. */
const modes = ["smart_approve", "accept_edits", "plan"];

export function nextMode(mode: string): string {
  return modes[(modes.indexOf(mode) + 1) % modes.length]!;
}

export interface KeyboardOptions {
  readonly chat: Pick<Chat, "setMode" | "state">;
  readonly view: ScreenView;
  readonly screen: RegionScreen;
  readonly prompt: ScreenPrompt;
  readonly focus: QuestionFocus;
  readonly terminal: ChatTerminal;
  readonly readImage: () => Promise<ClipboardImage | undefined>;
  readonly step: (input: ScreenInput) => ScreenEffect | undefined;
  readonly interrupt: () => void;
  readonly command: (line: string) => void;
  readonly leave: () => void;
}

/** Returns what takes each key of a drawn chat. */
export function screenKeyboard(options: KeyboardOptions): (key: string) => void {
  const { chat, view, screen, prompt, focus, terminal, readImage, step, interrupt, command, leave } = options;
  const hint = (text: string) => void step({ type: "hint", text, now: Date.now() });

  const onScreen: Record<ScreenAction, (key: string) => void> = {
    suspend: () => suspend(screen, terminal),
    pick: (key) => view.picker()?.key(key),
    "close-picker": () => view.closePicker(),
    expand,
    "list-commands": () => command("/"),
    "change-mode": () =>
      void chat
        .setMode(nextMode(chat.state().settings.mode))
        .catch((error: unknown) => view.error(describeError(error))),
    "edit-outside": () => void editPrompt(),
  };

  const atPrompt: Record<PromptAction, (key: string) => void> = {
    escape: () => stop(true),
    stop: () => stop(false),
    leave,
    queue: () => prompt.queue(),
    "new-line": () => prompt.newLine(),
    "search-history": () => {
      if (!prompt.search()) hint("No earlier prompt contains that.");
    },
    "paste-image": () => void pasteImage(),
    walk: (key) => {
      if (!prompt.walk(key)) prompt.key(key);
    },
    type: (key) => prompt.key(key),
  };

  function stop(isEscape: boolean): void {
    const isPromptEmpty = prompt.text() === "";
    switch (step({ type: "stop-key", isEscape, isPromptEmpty, now: Date.now() })) {
      case "interrupt":
        return interrupt();
      case "clear-prompt":
        prompt.setText("");
        return prompt.endWalk();
      case "keep-prompt":
        return prompt.endWalk();
      case "rewind":
        return command("/rewind");
      case "leave":
        return leave();
      case "work-done":
      case undefined:
        return;
    }
  }

  /** Text that was pasted and is a mark in the prompt comes first: it was not seen yet. */
  function expand(): void {
    const pasted = view.dialog() ? [] : prompt.pasted();
    if (pasted.length === 0) return view.expand();
    for (const text of pasted) view.say(text, "dim");
  }

  /** Attaches what the terminal itself cannot paste. */
  async function pasteImage(): Promise<void> {
    const image = await readImage();
    if (image) prompt.attach(image);
    else hint("The clipboard has no image.");
    screen.changed();
  }

  async function editPrompt(): Promise<void> {
    if (!terminal.edit) return view.say("Set VISUAL or EDITOR to edit the prompt in your editor.", "warning");
    try {
      prompt.setText(await editOutside(screen, terminal.edit, prompt.text()));
    } catch (error) {
      view.error(describeError(error));
    }
  }

  return (key) => {
    const place = { hasPicker: view.picker() !== undefined, hasQuestion: view.dialog() !== undefined };
    const action = screenAction(key, place);
    if (action === "pick" || action === "close-picker") screen.changed();
    if (action) return onScreen[action](key);
    if (!focus.key(key)) return;
    const isEmpty = prompt.text() === "";
    const { isRunning } = chat.state();
    atPrompt[promptAction(key, { isCompleting: prompt.isCompleting(), isEmpty, isRunning })](key);
  };
}
