import type { AgentEvent, Ask, OutcomeError, RunResult } from "@skein/protocol";
import type { Item } from "@skein/session-view";
import type { Style } from "../terminal/style.ts";

/** What a front end does for a chat. All text it gets may be foreign: it cleans what it shows. */
export interface ChatView {
  /** A question of a run: asked when its event has been shown. */
  readonly ask: Ask;
  /** A question of the chat itself, of which no event tells. */
  readonly askAside: Ask;
  event(event: AgentEvent): void;
  /** A message of the user has got its place in the conversation. */
  user(text: string, hasWaited: boolean): void;
  result(result: RunResult): void;
  /** Skein speaks. */
  say(text: string, style?: Style): void;
  error(error: OutcomeError): void;
  /** A conversation that goes on. */
  earlier(items: readonly Item[]): Promise<void>;
  /** Text that was said before, for the user to say it again in other words. */
  draft(text: string): void;
  /** Something that `ChatState` or the waiting list tells has changed. */
  changed(): void;
}
