import type { AskUser } from "@skein/protocol";
import type { LiveSession } from "@skein/host";
import type { ChatState } from "./chat.ts";
import type { PromptHistory } from "./prompt-history.ts";
import type { SessionCommands } from "@skein/host/commands";
import type { KeptSessions } from "./session-spending.ts";

export interface ChatOpening {
  readonly lines: readonly string[];
  readonly message?: string;
}

interface FrontEndOptions {
  readonly session: LiveSession;
  readonly sessions: KeptSessions;
  readonly history: PromptHistory;
  /** What others want to say while the terminal is ours. */
  readonly notes: { listen(say: (text: string) => void): void };
  /** Takes who answers the questions of runs. */
  readonly questions: { answerWith(ask: AskUser): void };
  /** Lines to begin with, and what is sent first as if it had been typed. */
  readonly opening?: ChatOpening | undefined;
  readonly commands: SessionCommands;
  /** Whether the agent can be expected to open: then that happens while the first prompt is there already. */
  readonly isReady: boolean;
  /** Aborted by a signal to the process. */
  readonly signal: AbortSignal;
}

/** A chat from its first line to its last; the terminal is as it was before when this settles. */
export type ChatFrontEnd = (
  options: FrontEndOptions,
) => Promise<{ readonly exitCode: number; readonly state: ChatState }>;
