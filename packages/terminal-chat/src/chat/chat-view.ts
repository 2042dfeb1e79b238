import type { AgentEvent, AskUser, OutcomeError, RunResult, UserPart } from "@skein/protocol";
import type { Item, SessionView } from "@skein/session-view";
import type { Picked, PickList, Style } from "@skein/terminal";

/** How a run ended, and what it took. */
export type RunEnd = Omit<RunResult, "session" | "text">;

/** What an event of a run has changed. */
export interface ViewChange {
  readonly event: AgentEvent;
  readonly before: SessionView;
  readonly after: SessionView;
}

/** The conversation of a subagent. */
export interface Watched {
  /** Foreign text. */
  readonly title: () => string;
  /** As it is now. */
  readonly view: () => SessionView;
  readonly isAtWork: () => boolean;
}

/** `back`: to where it was opened; `stop`: the subagent is to end; `undefined`: something else came up. */
export type WatchEnd = "back" | "stop" | undefined;

/** What a front end does for a chat. All text it gets may be foreign: it cleans what it shows. */
export interface ChatView {
  /** A question of a run: asked when its event has been shown. */
  readonly ask: AskUser;
  /** A question of the chat itself, of which no event tells. */
  readonly askAside: AskUser;
  /** Lets the user pick one; `undefined`: none. The list has at least one item. */
  pick(list: PickList): Promise<Picked | undefined>;
  /** Shows a conversation as it goes on, until the user has seen enough. */
  watch(watched: Watched): Promise<WatchEnd>;
  update(change: ViewChange): void;
  /** A message of the user has got its place in the conversation. */
  user(text: string, hasWaited: boolean): void;
  /** Pictures and files of that message. Default: its text names them. */
  attached?(content: readonly UserPart[]): void;
  result(result: RunEnd): void;
  /** Behind the result: which files the run has changed. */
  changes(text: string): void;
  /** Skein speaks. `change`: lines that begin with `+` and `-` in the colours of a difference. */
  say(text: string, style?: Style | "change"): void;
  /** Output of a command of the user, as it comes. `undefined`: it has ended. */
  output(text: string | undefined): void;
  error(error: OutcomeError): void;
  /** A conversation that goes on. */
  earlier(items: readonly Item[]): Promise<void>;
  /** Text for the prompt: what was said before, to be said in other words, or the beginning of something. */
  draft(text: string): void;
  /** Something that `ChatState` or the waiting list tells has changed. */
  changed(): void;
}
