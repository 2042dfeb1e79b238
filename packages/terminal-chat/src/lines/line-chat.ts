import { exitCodes } from "@skein/protocol";
import { createChat } from "../chat/create-chat.ts";
import type { ChatFrontEnd } from "../chat/front-end.ts";
import { headLine } from "../chat/head-line.ts";
import { createLineInput, typedLines, type TypedLines } from "@skein/terminal";
import { lineWords } from "./line-words.ts";
import { createLineView } from "./line-view.ts";
import { createTypedImages } from "./typed-images.ts";
import { isSlashCommand, runSlashCommand } from "../commands/slash-commands.ts";

/** Two Ctrl-C within this time leave. */
const twiceMs = 2_000;
const goOn = ". ";

/** The chat where nothing can be drawn: the terminal itself echoes and edits what is typed, line by line. */
export const lineChat: ChatFrontEnd = async (options) => {
  const { session, sessions, history, notes, questions, opening, commands, isReady, signal } = options;
  const { terminal, wording, windowOf } = options;
  const { input: stdin, output: stdout } = terminal;
  const words = lineWords(options.appearance, terminal);
  const { prompt } = words;
  const columns = () => stdout.columns || 80;
  const ended = Promise.withResolvers<number>();
  const leave = () => ended.resolve(exitCodes.done);
  let wasRunning = false;
  let isOver = false;
  let lastStop = 0;

  const view = createLineView({
    stdout,
    cwd: () => chat.state().settings.cwd,
    isOver: () => isOver,
    settle: async (over) => lines?.settle(over) ?? "",
    onChange,
    withNextStep: wording.withNextStep,
    words,
  });
  const chat = createChat({ session, sessions, view, windowOf });
  questions.answerWith(view.ask);
  const input = createLineInput();
  let lines: TypedLines | undefined;

  function onChange(): void {
    const { isRunning } = chat.state();
    if (wasRunning && !isRunning) {
      if (isOver) leave();
      else stdout.write(prompt);
    }
    wasRunning = isRunning;
  }

  const images = createTypedImages(terminal.env, (text) => view.say(text));

  async function onMessage(text: string): Promise<void> {
    if (text.trim() !== "") {
      history.add(text);
      if (isSlashCommand(text))
        await runSlashCommand(text, {
          chat,
          commands,
          view,
          leave,
          wording,
          columns,
          clipboard: images.clipboard,
        });
      else chat.send(images.with(text), "now");
    } else if (chat.state().offersToGoOn) chat.goOn();
    if (!chat.state().isRunning) stdout.write(prompt);
  }

  function onLine(line: string): void {
    if (!input.isOpen() && view.answer(line)) return;
    const message = input.add(line);
    if (message === undefined) return void stdout.write(goOn);
    void onMessage(message);
    view.askAgain();
  }

  /** The terminal is not raw, but for a moment before a question, so Ctrl-C comes as a signal. */
  function onInterrupt(): void {
    if (chat.interrupt()) return;
    if (Date.now() - lastStop < twiceMs) {
      stdout.write("\n");
      return leave();
    }
    lastStop = Date.now();
    input.clear();
    stdout.write(`\nOnce more Ctrl+C leaves.\n${prompt}`);
  }

  /** No more lines: a run continues to its end, but no one can answer its questions. */
  function onClose(): void {
    isOver = true;
    if (!chat.state().isRunning) return leave();
    view.giveUp();
  }

  const onAbort = () => ended.resolve(exitCodes.cancelled);
  const stopListening = terminal.onInterrupt(onInterrupt);
  stdin.on("error", onAbort); // the terminal is gone
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    if (!isReady) await chat.prepare();
    notes.listen((text) => view.say(text));
    view.say(headLine(chat.state(), columns()));
    await chat.begin();
    for (const line of opening?.lines ?? []) view.say(line);
    if (isReady) chat.prepare().catch((error: unknown) => ended.reject(error));
    if (opening?.message === undefined) stdout.write(prompt);
    else {
      view.say(`${prompt}${opening.message}`);
      chat.send(opening.message, "now");
    }
    if (opening?.command !== undefined) void onMessage(opening.command);
    lines = typedLines({
      input: stdin,
      echo: (text) => stdout.write(text),
      onLine,
      onClose,
      onInterrupt,
    });
    const exitCode = await ended.promise;
    await chat.close();
    return { exitCode, state: chat.state() };
  } finally {
    lines?.close();
    signal.removeEventListener("abort", onAbort);
    stopListening();
    stdin.off("error", onAbort);
    await chat.close();
  }
};
