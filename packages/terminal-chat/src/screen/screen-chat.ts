import { describeError, exitCodes } from "@skein/protocol";
import { mentionable } from "@skein/host/agents";
import { repositoryState } from "@skein/runtime/context";
import { createHistoryCursor, createHistorySearch } from "@skein/terminal";
import { createTheme } from "@skein/terminal/theme";
import {
  createPromptEditor,
  createRegionScreen,
  featuresOf,
  isKey,
  type ScreenTerminal,
} from "@skein/terminal/screen";
import { createChat } from "../chat/create-chat.ts";
import type { ChatFrontEnd } from "../chat/front-end.ts";
import type { ClipboardImage } from "@skein/terminal/clipboard";
import { chatCompletions } from "../commands/completions.ts";
import { fileMention } from "../commands/mention-items.ts";
import { firstScreen } from "../chat/first-screen.ts";
import { createScreenView } from "./screen-view.ts";
import { isSlashCommand, runSlashCommand, slashCommands } from "../commands/slash-commands.ts";
import { createQuestionKeys, burstMs, type QuestionState } from "../questions/question-keys.ts";
import type { QuestionDialog } from "../questions/menu-dialog.ts";
import { truncate } from "@skein/terminal/width";
import { terminalShows } from "./terminal-shows.ts";
import { asksForGround, themeOf } from "./theme-of.ts";
import { jobLines } from "../chat/job-lines.ts";
import { screenExtras } from "./screen-extras.ts";
import { waitingLines, workLine, type Work } from "../chat/status-lines.ts";

/** What Shift+Tab goes through, from any other mode to the first. */
const modes = ["smart_approve", "accept_edits", "plan"];

function nextMode(mode: string): string {
  return modes[(modes.indexOf(mode) + 1) % modes.length]!;
}

const branchOf = (cwd: string): string | undefined => repositoryState(cwd)?.branch;

/** Two presses within this time leave. */
const twiceMs = 2_000;
const animationMs = 120;
/** By then a process that was told to stop has stopped. */
const stopMs = 100;

/** The chat at a terminal that can be drawn on. @param drawnOn - the same terminal as that of the options. */
export const screenChat =
  (drawnOn: ScreenTerminal): ChatFrontEnd =>
  async (options) => {
    const { session, sessions, history, notes, questions, opening, commands, isReady, signal } = options;
    const { terminal, wording, windowOf, version, appearance, keepTheme } = options;
    const { input, output } = terminal;
    const theme = createTheme(themeOf(appearance, terminal));
    const { paint } = theme;
    const ended = Promise.withResolvers<number>();
    const leave = () => ended.resolve(exitCodes.done);
    let work: Work | undefined;
    let hint: { readonly text: string; readonly until: number } | undefined;
    let isQueued = false;

    const extras = screenExtras({
      appearance,
      terminal,
      write: (bytes) => drawnOn.write(bytes),
      state: () => chat.state(),
      branch: () => branch,
      changed: () => screen.changed(),
      warn: (text) => view.say(text, "warning"),
    });
    const { spinner, glyphs } = extras;
    const screen = createRegionScreen(drawnOn, {
      glyphs,
      render(width, rows) {
        const look = { width, paint, spinner };
        const now = Date.now();
        const dialog = openDialog(now);
        const isWaiting = view.dialog() !== undefined && !dialog;
        const waiting = waitingLines(chat.waiting(), look);
        const busy = work && !dialog ? [workLine(work, now, look)] : [];
        const below =
          hint && hint.until > now
            ? paint("warning", hint.text)
            : isWaiting
              ? paint("warning", truncate("  1 question waiting · Tab", width))
              : extras.bar(look);
        const asked =
          view.picker()?.render(width, rows - 2) ?? dialog?.render(width, rows - 2) ?? editor.render(width);
        const jobs = dialog ? [] : jobLines(chat.state().backgroundJobs, now, look);
        const bottom = [...jobs, ...waiting, ...busy, ...asked, below];
        return [...view.live.render(now, rows - bottom.length - 1), "", ...bottom];
      },
      key: onKey,
      images: featuresOf(terminal.env).images,
    });
    const view = createScreenView({
      screen,
      paint,
      spinner,
      cwd: () => chat.state().settings.cwd,
      onInterrupt: interrupt,
      onDraft,
      withNextStep: wording.withNextStep,
      shows: terminalShows(terminal.env, () => chat.state().settings, wording.commands),
    });
    const chat = createChat({ session, sessions, windowOf, view: { ...view, changed: onChange } });
    let branch = branchOf(session.settings().cwd);
    questions.answerWith(view.ask);
    const editor = createPromptEditor({
      screen,
      paint,
      complete: chatCompletions(
        session.settings().cwd,
        async () => slashCommands(await commands.listIn(chat)),
        () => mentionable(chat.settings()),
        (word) => chat.completeMention(word),
      ),
      onSubmit,
      mention: (paths) => paths.map((path) => fileMention(path, session.settings().cwd)).join(""),
    });
    const walk = createHistoryCursor(history.prompts);
    const search = createHistorySearch(history.prompts);
    const keys = createQuestionKeys();
    /** Enter on a choice, for as long as it may turn out to be part of something pasted. */
    let confirming: NodeJS.Timeout | undefined;
    const animation = setInterval(() => {
      if (work || hint || view.dialog() || chat.state().backgroundJobs.length > 0) screen.changed();
      extras.sees(view.dialog() !== undefined);
      if (hint && hint.until <= Date.now()) hint = undefined;
    }, animationMs);

    function onChange(): void {
      const { isRunning, isAside } = chat.state();
      if (!isRunning && !isAside) {
        if (work) branch = branchOf(chat.state().settings.cwd);
        work = undefined;
      } else if (work?.isAside !== isAside) work = { startedAt: Date.now(), isEnding: false, isAside };
      screen.changed();
    }

    /** To the next one that people work in by turns. */
    function changeMode(): void {
      chat
        .setMode(nextMode(chat.state().settings.mode))
        .catch((error: unknown) => view.error(describeError(error)));
    }

    function interrupt(): void {
      if (chat.interrupt() && work) work = { ...work, isEnding: true };
      screen.changed();
    }

    function onSubmit(text: string, attachments: readonly ClipboardImage[]): void {
      walk.reset();
      const when = isQueued ? "next" : "now";
      isQueued = false;
      if (text.trim() === "") return chat.state().offersToGoOn ? chat.goOn() : undefined;
      history.add(text);
      if (isSlashCommand(text)) {
        view.say(text.trim(), "bold");
        command(text);
      } else chat.send(attachments.length === 0 ? text : { text, attachments }, when);
      screen.changed();
    }

    function command(line: string): void {
      const columns = () => output.columns || 80;
      const choice = { ...theme, keep: keepTheme };
      const clipboard = { read: clipboardImage, attach: (image: ClipboardImage) => editor.attach(image) };
      const scope = { chat, commands, view, leave, wording, columns, clipboard, theme: choice };
      void runSlashCommand(line, scope);
    }

    /** What is being typed already stays. */
    function onDraft(text: string): void {
      if (editor.shown() === "") editor.setText(text);
      screen.changed();
    }

    function questionState(now: number): QuestionState {
      const question = view.dialog();
      return {
        question,
        isEditing: question?.isEditing() ?? false,
        ownKey: question?.ownKey,
        isPromptEmpty: editor.shown() === "" && view.picker() === undefined,
        now,
      };
    }

    /** The question in the place of the prompt. */
    function openDialog(now: number): QuestionDialog | undefined {
      return keys.isOpen(questionState(now)) ? view.dialog() : undefined;
    }

    function onKey(data: string): void {
      extras.onKey();
      if (isKey(data, "ctrl+z")) return suspend();
      const picker = view.picker();
      if (picker) {
        screen.changed();
        return isKey(data, "tab") && view.dialog() ? view.closePicker() : picker.key(data);
      }
      if (isKey(data, "ctrl+o")) return expand();
      if (isKey(data, "ctrl+p")) return command("/");
      if (isKey(data, "shift+tab")) return changeMode();
      if (isKey(data, "ctrl+g") && !view.dialog()) return void editOutside();
      const isConfirming = confirming !== undefined;
      clearTimeout(confirming);
      confirming = undefined;
      const dialog = view.dialog();
      // A Tab that completes what is typed is the prompt's.
      const isCompletion = isKey(data, "tab") && (editor.isCompleting() || /[@/]\S*$/.test(editor.shown()));
      const target = isCompletion ? "prompt" : keys.target(data, questionState(Date.now()));
      screen.changed();
      if (target === "question" && !isConfirming) return dialog?.key(data);
      if (target === "confirm" && !isConfirming) {
        confirming = setTimeout(() => {
          confirming = undefined;
          if (view.dialog() === dialog) dialog?.key(data);
          screen.changed();
        }, burstMs);
      }
      if (target !== "prompt") return;
      const isEscape = isKey(data, "escape");
      if (isEscape && editor.isCompleting()) return editor.key(data);
      if (isEscape || isKey(data, "ctrl+c")) return onStop(isEscape);
      if (isKey(data, "ctrl+d") && editor.shown() === "") return leave();
      if (isKey(data, "alt+enter") && chat.state().isRunning) {
        isQueued = true;
        return editor.submit();
      }
      if (isKey(data, "alt+enter")) return editor.newLine();
      if (isKey(data, "ctrl+r")) return searchHistory();
      if (isKey(data, "ctrl+v")) return void pasteImage();
      if (!editor.isCompleting() && walkHistory(data)) return;
      editor.key(data);
    }

    /** Interrupts; or clears the prompt; or, pressed twice at an empty one: Ctrl+C leaves, Esc goes back to a message. */
    function onStop(isEscape: boolean): void {
      if (work) return interrupt();
      if (editor.shown() !== "") {
        if (!isEscape) editor.setText("");
        walk.reset();
        return;
      }
      const text = isEscape ? "Once more Esc goes back to an earlier message." : "Once more Ctrl+C leaves.";
      const isSecond = hint?.text === text && hint.until > Date.now();
      hint = isSecond ? undefined : { text, until: Date.now() + twiceMs };
      if (!isSecond) return;
      if (isEscape) command("/rewind");
      else leave();
    }

    /** Pasted text that stands as a mark in the prompt comes first: it was not seen yet. */
    function expand(): void {
      const pasted = view.dialog() ? [] : editor.pasted();
      if (pasted.length === 0) return view.expand();
      for (const text of pasted) view.say(text, "dim");
    }

    async function clipboardImage(): Promise<ClipboardImage | undefined> {
      const { readClipboardImage } = await import("@skein/terminal/clipboard");
      return readClipboardImage(terminal.env, process.platform);
    }

    /** Ctrl+V: what the terminal itself cannot paste. */
    async function pasteImage(): Promise<void> {
      const image = await clipboardImage();
      if (image) editor.attach(image);
      else hint = { text: "The clipboard has no image.", until: Date.now() + twiceMs };
      screen.changed();
    }

    function searchHistory(): void {
      const found = search.older(editor.shown());
      if (found === undefined)
        hint = { text: "No earlier prompt contains that.", until: Date.now() + twiceMs };
      else editor.setText(found);
    }

    /** Ctrl+G: the terminal is the editor's until it has ended. */
    async function editOutside(): Promise<void> {
      if (!terminal.edit)
        return view.say("Set VISUAL or EDITOR to edit the prompt in your editor.", "warning");
      screen.stop();
      try {
        editor.setText((await terminal.edit(editor.shown())).trimEnd());
      } catch (error) {
        view.error(describeError(error));
      } finally {
        screen.start();
      }
    }

    function walkHistory(data: string): boolean {
      const isUp = isKey(data, "up");
      if (!isUp && !isKey(data, "down")) return false;
      const shown = editor.shown();
      const { isFirst, isLast } = editor.edge();
      if (shown !== "" && !walk.isAt(shown)) return false;
      if (isUp ? !isFirst : !isLast) return false;
      const found = isUp ? walk.older(shown) : walk.newer();
      if (found !== undefined) editor.setText(found);
      return found !== undefined;
    }

    /** Ctrl+Z: the terminal is given back first, and taken again when the process goes on. */
    function suspend(): void {
      if (terminal.suspend === undefined) return;
      screen.stop();
      terminal.suspend();
      // Where no shell could bring it back, the system does not stop a process: then it goes on at once.
      setTimeout(() => screen.start(), stopMs);
    }

    function onContinue(): void {
      screen.stop();
      screen.start();
    }

    const restore = () => {
      extras.stop();
      screen.stop();
    };
    const onAbort = () => ended.resolve(exitCodes.cancelled);
    const stopRestoring = terminal.onExit(restore);
    const stopContinuing = terminal.onContinue(onContinue);
    input.on("error", onAbort); // the terminal is gone
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      if (!isReady) await chat.prepare();
      screen.start();
      if (asksForGround(terminal)) void screen.ground().then((ground) => ground && theme.onGround(ground));
      notes.listen((text) => view.say(text, "warning"));
      for (const line of firstScreen(chat.state(), { version, branch })) view.head(`  ${line}`);
      await chat.begin();
      for (const line of opening?.lines ?? []) view.say(line);
      if (isReady) chat.prepare().catch((error: unknown) => ended.reject(error));
      if (opening?.message !== undefined) chat.send(opening.message, "now");
      if (opening?.command !== undefined) command(opening.command);
      const exitCode = await ended.promise;
      await chat.close();
      return { exitCode, state: chat.state() };
    } finally {
      clearInterval(animation);
      extras.stop();
      clearTimeout(confirming);
      signal.removeEventListener("abort", onAbort);
      stopContinuing();
      input.off("error", onAbort);
      await screen.leave();
      stopRestoring();
      await chat.close();
    }
  };
