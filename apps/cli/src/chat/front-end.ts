import type { AgentSettings, Runtime } from "@skein/runtime";
import type { ChatState } from "./chat.ts";
import type { PromptHistory } from "./prompt-history.ts";
import type { SlashCommand } from "./slash-command.ts";

export interface ChatOpening {
  readonly lines: readonly string[];
  readonly message?: string;
}

interface FrontEndOptions {
  readonly runtime: Runtime;
  readonly settings: AgentSettings & { readonly session: string };
  readonly history: PromptHistory;
  /** What others want to say while the terminal is ours. */
  readonly notes: { listen(say: (text: string) => void): void };
  /** Lines to begin with, and what is sent first as if it had been typed. */
  readonly opening?: ChatOpening | undefined;
  /** Commands of the settings. */
  readonly commands?: readonly SlashCommand[] | undefined;
  /** Whether the agent can be expected to open: then that happens while the first prompt is there already. */
  readonly isReady: boolean;
  /** Aborted by a signal to the process. */
  readonly signal: AbortSignal;
}

/** A chat from its first line to its last; the terminal is as it was before when this settles. */
export type ChatFrontEnd = (
  options: FrontEndOptions,
) => Promise<{ readonly exitCode: number; readonly state: ChatState }>;
