import { mentionable } from "@skein/host/agents";
import {
  createRegionScreen,
  featuresOf,
  type RegionScreen,
  type ScreenTerminal,
} from "@skein/terminal/screen";
import type { Theme } from "@skein/terminal/theme";
import type { Chat } from "../chat/chat.ts";
import { createChat } from "../chat/create-chat.ts";
import type { ChatFrontEnd } from "../chat/front-end.ts";
import { chatCompletions } from "../commands/completions.ts";
import { imageReader } from "../commands/image-clipboard.ts";
import { fileMention } from "../commands/mention-items.ts";
import { slashCommands } from "../commands/slash-commands.ts";
import { createQuestionFocus, type QuestionFocus } from "./question-focus.ts";
import { regionLines, type RegionLook } from "./region-lines.ts";
import { screenExtras, type ScreenExtras } from "./screen-extras.ts";
import { screenKeyboard } from "./screen-keyboard.ts";
import { createScreenPrompt, type ScreenPrompt } from "./screen-prompt.ts";
import { createScreenProgress } from "./screen-progress.ts";
import type { ScreenState } from "./screen-state.ts";
import { createScreenView, type ScreenView } from "./screen-view.ts";
import { submitPrompt } from "./submit-prompt.ts";
import { terminalShows } from "./terminal-shows.ts";

/** A chat and the screen that shows it. */
export interface DrawnChat {
  readonly chat: Chat;
  readonly view: ScreenView;
  readonly screen: RegionScreen;
  readonly extras: ScreenExtras;
  readonly focus: QuestionFocus;
  /** Of the repository that the chat works in. */
  branch(): string | undefined;
  /** Runs a slash command. */
  command(line: string): void;
  /** Draws what changes with the time. */
  tick(): void;
}

/** @param leave - called when the user wants to leave the chat. */
export function createDrawnChat(
  drawnOn: ScreenTerminal,
  options: Parameters<ChatFrontEnd>[0],
  theme: Theme,
  leave: () => void,
): DrawnChat {
  const { session, sessions, history, commands, terminal, wording, windowOf, appearance } = options;
  const { paint } = theme;
  const { cwd } = session.settings();
  const progress = createScreenProgress(cwd);
  const extras = screenExtras({
    appearance,
    terminal,
    write: (bytes) => drawnOn.write(bytes),
    state: () => chat.state(),
    branch: () => progress.branch(),
    changed: () => screen.changed(),
    warn: (text) => view.say(text, "warning"),
  });
  const { spinner, glyphs } = extras;
  const readImage = imageReader(terminal.env);
  const submitting = submitPrompt({
    ...options,
    theme,
    leave,
    readImage,
    target: () => ({ chat, view, prompt }),
  });
  const command = (line: string) => submitting.command(line);
  const screen: RegionScreen = createRegionScreen(drawnOn, {
    glyphs,
    render: (width, rows) =>
      drawAll(
        { chat, view, prompt, focus, extras, state: progress.state() },
        { width, rows, now: Date.now(), paint, spinner },
      ),
    key(data) {
      extras.onKey();
      onKey(data);
    },
    images: featuresOf(terminal.env).images,
  });
  const view: ScreenView = createScreenView({
    screen,
    paint,
    spinner,
    cwd: () => chat.state().settings.cwd,
    onInterrupt: interrupt,
    onDraft,
    withNextStep: wording.withNextStep,
    shows: terminalShows(terminal.env, () => chat.state().settings, wording.commands),
  });
  const chat: Chat = createChat({ session, sessions, windowOf, view: { ...view, changed: onChange } });
  const prompt: ScreenPrompt = createScreenPrompt({
    screen,
    paint,
    history,
    complete: chatCompletions(
      cwd,
      async () => slashCommands(await commands.listIn(chat)),
      () => mentionable(chat.settings()),
      (word) => chat.completeMention(word),
    ),
    mention: (paths) => paths.map((path) => fileMention(path, session.settings().cwd)).join(""),
    onSubmit: (submitted) => submitting.submit(submitted),
  });
  const focus = createQuestionFocus({
    dialog: () => view.dialog(),
    prompt: () => prompt,
    isPromptShown: () => view.picker() === undefined,
    onChange: () => screen.changed(),
  });
  const onKey = screenKeyboard({
    chat,
    view,
    screen,
    prompt,
    focus,
    terminal,
    readImage,
    step: (input) => progress.step(input),
    interrupt,
    command,
    leave,
  });

  function interrupt(): void {
    if (chat.interrupt()) progress.step({ type: "interrupted" });
    screen.changed();
  }

  function onChange(): void {
    const { isRunning, isAside, settings } = chat.state();
    progress.step({ type: "chat-changed", isRunning, isAside, cwd: settings.cwd, now: Date.now() });
    screen.changed();
  }

  /** What is being typed already stays. */
  function onDraft(text: string): void {
    if (prompt.text() === "") prompt.setText(text);
    screen.changed();
  }

  return {
    chat,
    view,
    screen,
    extras,
    focus,
    branch: () => progress.branch(),
    command,
    tick() {
      const hasQuestion = view.dialog() !== undefined;
      const state = progress.state();
      if (state.work || state.hint || hasQuestion || chat.state().backgroundJobs.length > 0) screen.changed();
      extras.sees(hasQuestion);
      progress.step({ type: "tick", now: Date.now() });
    },
  };
}

/** Draws the run, and below it all else that changes. */
function drawAll(
  {
    chat,
    view,
    prompt,
    focus,
    extras,
    state,
  }: Pick<DrawnChat, "chat" | "view" | "focus" | "extras"> & {
    readonly prompt: ScreenPrompt;
    readonly state: ScreenState;
  },
  look: RegionLook,
): string[] {
  const { rows, now } = look;
  const content = {
    state,
    waiting: chat.waiting(),
    jobs: chat.state().backgroundJobs,
    picker: view.picker(),
    dialog: focus.open(now),
    hasQuestion: view.dialog() !== undefined,
    prompt,
    bar: () => extras.bar(look),
  };
  const bottom = regionLines(content, look);
  return [...view.live.render(now, rows - bottom.length - 1), "", ...bottom];
}
