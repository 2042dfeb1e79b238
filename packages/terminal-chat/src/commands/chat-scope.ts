import type { SessionCommands } from "@skein/host/commands";
import type { Chat } from "../chat/chat.ts";
import type { ChatWording } from "../wording.ts";
import type { ChatView } from "../chat/chat-view.ts";

/** What a command line of the chat may use. */
export interface ChatScope {
  readonly chat: Chat;
  readonly commands: SessionCommands;
  readonly view: ChatView;
  readonly leave: () => void;
  readonly wording: ChatWording;
  /** Of the terminal, now. */
  readonly columns: () => number;
}
