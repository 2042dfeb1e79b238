import type { BackgroundJob } from "@skein/protocol";
import type { AgentSettings, SandboxTierInForce } from "@skein/runtime";
import type { CommandSession } from "@skein/session-commands";
import type { TypedMessage } from "@skein/host";
import type { AnsweringModel } from "@skein/host/sessions";
import type { Item, SessionView } from "@skein/session-view";
import type { ShownSubagent } from "@skein/session-view/text";
import type { Spending } from "./session-spending.ts";
import type { WaitingMessage } from "./waiting.ts";

/** What the head line and the commands tell of a chat. */
export interface ChatState {
  readonly settings: AgentSettings & { readonly session: string };
  readonly isRunning: boolean;
  /** Whether work beside a run is on that can be interrupted. */
  readonly isAside: boolean;
  /** Whether the session has been written. */
  readonly hasBegun: boolean;
  /** Whether an empty message resumes what was left open, as was offered. */
  readonly offersToGoOn: boolean;
  /** Who makes the next reply. */
  readonly answering: AnsweringModel;
  /** Of the session that is shown, in this chat and before it. */
  readonly spent: Spending;
  /** What holds commands back; absent before the session is open. */
  readonly sandbox?: SandboxTierInForce | undefined;
  /** Of the model that answers now, after its last reply; absent before, and where its window is unknown. */
  readonly context?: ContextUse | undefined;
  /** Those at work, in the order in which they began. */
  readonly subagents: readonly ShownSubagent[];
  /** Those that run in the background. */
  readonly backgroundJobs: readonly BackgroundJob[];
}

/** In tokens. */
export interface ContextUse {
  readonly used: number;
  readonly window: number;
}

/** One conversation after another at one terminal. What it adds to a session are its messages, questions and items on the screen. */
export interface Chat extends CommandSession {
  state(): ChatState;
  /** What a word that begins with `@` may become, beside files and agents. */
  completeMention(word: string): Promise<readonly string[]>;
  /** A subagent of the session, as far as it was heard of. */
  subagent(session: string): SessionView | undefined;
  /** Messages that have no place in the conversation yet. */
  waiting(): readonly WaitingMessage[];
  /** Shows what was said before, if the session has begun, and offers to resume what was left open. */
  begin(): Promise<void>;
  /** Starts a run; while one is on, the message steers it, or waits for its end. What goes wrong is shown. */
  send(message: string | TypedMessage, when: "now" | "next"): void;
  /** Starts a run without a message: it resumes what the last one left open. Only between runs. */
  goOn(): void;
  /** Reads the session again after it was rewound. @returns what stands. */
  refresh(): Promise<readonly Item[]>;
  /** @returns whether there was something to interrupt. */
  interrupt(): boolean;
  /** Another session from now on; only between runs. @param isShown - whether what was said in it is on the screen. */
  goTo(session: Partial<AgentSettings> & { readonly session: string }, isShown?: boolean): Promise<void>;
  /** Interrupts what runs, and gives the session free. */
  close(): Promise<void>;
}
