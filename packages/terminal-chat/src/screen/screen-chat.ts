import { exitCodes } from "@skein/protocol";
import { createTheme } from "@skein/terminal/theme";
import type { ScreenTerminal } from "@skein/terminal/screen";
import { firstScreen } from "../chat/first-screen.ts";
import type { ChatFrontEnd } from "../chat/front-end.ts";
import { createDrawnChat } from "./drawn-chat.ts";
import { asksForGround, themeOf } from "./theme-of.ts";

const animationMs = 120;

/** The chat at a terminal that can be drawn on. @param drawnOn - the same terminal as that of the options. */
export const screenChat =
  (drawnOn: ScreenTerminal): ChatFrontEnd =>
  async (options) => {
    const { notes, questions, opening, isReady, signal, terminal, version, appearance } = options;
    const { input } = terminal;
    const theme = createTheme(themeOf(appearance, terminal));
    const ended = Promise.withResolvers<number>();
    const drawn = createDrawnChat(drawnOn, options, theme, () => ended.resolve(exitCodes.done));
    const { chat, view, screen, extras, focus } = drawn;
    questions.answerWith(view.ask);
    const animation = setInterval(() => drawn.tick(), animationMs);

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
      for (const line of firstScreen(chat.state(), { version, branch: drawn.branch() }))
        view.head(`  ${line}`);
      await chat.begin();
      for (const line of opening?.lines ?? []) view.say(line);
      if (isReady) chat.prepare().catch((error: unknown) => ended.reject(error));
      if (opening?.message !== undefined) chat.send(opening.message, "now");
      if (opening?.command !== undefined) drawn.command(opening.command);
      const exitCode = await ended.promise;
      await chat.close();
      return { exitCode, state: chat.state() };
    } finally {
      clearInterval(animation);
      extras.stop();
      focus.stop();
      signal.removeEventListener("abort", onAbort);
      stopContinuing();
      input.off("error", onAbort);
      await screen.leave();
      stopRestoring();
      await chat.close();
    }
  };
