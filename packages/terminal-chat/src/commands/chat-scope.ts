import type { SessionCommands } from "@skein/session-commands";
import type { Chat } from "../chat/chat.ts";
import type { ChatWording } from "../wording.ts";
import type { ImageClipboard } from "./image-clipboard.ts";
import type { ThemeChoice } from "./theme-choice.ts";
import type { ChatView } from "../chat/chat-view.ts";

/** What a command line of the chat may use. */
export interface ChatScope {
  readonly chat: Chat;
  readonly commands: SessionCommands;
  readonly view: ChatView;
  readonly leave: () => void;
  readonly wording: ChatWording;
  /** Absent where nothing is coloured. */
  readonly theme?: ThemeChoice;
  readonly clipboard: ImageClipboard;
  /** Of the terminal, now. */
  readonly columns: () => number;
}
