import type { Runtime } from "@skein/runtime";
import type { Chat } from "./chat.ts";
import type { ChatView } from "./chat-view.ts";

/** What a command may use. */
export interface CommandScope {
  readonly chat: Chat;
  readonly runtime: Runtime;
  readonly view: ChatView;
  readonly leave: () => void;
  /** Commands of the settings, besides those that every chat has. */
  readonly more?: readonly SlashCommand[] | undefined;
}

/** A command of the chat: a row of the table. */
export interface SlashCommand {
  readonly name: string;
  /** For help: `ID`, or `[ID]` when it may be left out. */
  readonly argument?: string;
  readonly description: string;
  /** Changes the session, so it has to wait for the end of a run. */
  readonly needsIdle?: true;
  /** What the argument may be. */
  readonly values?: () => readonly string[];
  /** May throw; what it throws is shown. @param argument - trimmed; empty when there is none. */
  run(argument: string, scope: CommandScope): void | Promise<void>;
}
