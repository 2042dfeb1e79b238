import type { ClipboardImage } from "@skein/terminal/clipboard";
import type { Theme } from "@skein/terminal/theme";
import type { Chat } from "../chat/chat.ts";
import type { ChatFrontEnd } from "../chat/front-end.ts";
import { isSlashCommand, runSlashCommand } from "../commands/slash-commands.ts";
import type { ScreenPrompt, Submitted } from "./screen-prompt.ts";
import type { ScreenView } from "./screen-view.ts";

export interface SubmitOptions extends Pick<
  Parameters<ChatFrontEnd>[0],
  "commands" | "history" | "keepTheme" | "terminal" | "wording"
> {
  readonly theme: Theme;
  readonly leave: () => void;
  /** The image in the system's clipboard. */
  readonly readImage: () => Promise<ClipboardImage | undefined>;
  /** Asked only when something is submitted, since the prompt needs its submission first. */
  readonly target: () => { readonly chat: Chat; readonly view: ScreenView; readonly prompt: ScreenPrompt };
}

/** Where a submitted prompt goes: to the session as a message, or to a slash command. */
export interface SubmitPrompt {
  submit(submitted: Submitted): void;
  /** Runs a slash command. */
  command(line: string): void;
}

export function submitPrompt(options: SubmitOptions): SubmitPrompt {
  const { commands, history, keepTheme, terminal, wording, theme, leave, readImage, target } = options;

  function command(line: string): void {
    const { chat, view, prompt } = target();
    const clipboard = { read: readImage, attach: (image: ClipboardImage) => prompt.attach(image) };
    const columns = () => terminal.output.columns || 80;
    const choice = { ...theme, keep: keepTheme };
    void runSlashCommand(line, { chat, commands, view, leave, wording, columns, clipboard, theme: choice });
  }

  return {
    command,
    submit({ text, attachments, when }) {
      const { chat, view } = target();
      if (text.trim() === "") return chat.state().offersToGoOn ? chat.goOn() : undefined;
      history.add(text);
      if (isSlashCommand(text)) {
        view.say(text.trim(), "bold");
        command(text);
      } else chat.send(attachments.length === 0 ? text : { text, attachments }, when);
      view.changed();
    },
  };
}
