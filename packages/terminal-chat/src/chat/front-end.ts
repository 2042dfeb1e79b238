import type { AskUser } from "@skein/protocol";
import type { LiveSession } from "@skein/host";
import type { ChatState } from "./chat.ts";
import type { ChatWording } from "../wording.ts";
import type { PromptHistory } from "@skein/host/sessions";
import type { SessionCommands } from "@skein/session-commands";
import type { KeptTheme } from "@skein/host/settings";
import type { ScreenSettings } from "@skein/settings";
import type { ThemeName } from "@skein/terminal/theme";
import type { WindowOf } from "./context-use.ts";
import type { KeptSessions } from "./session-spending.ts";

export interface ChatOpening {
  readonly lines: readonly string[];
  readonly message?: string;
  /** A command line that is run first. */
  readonly command?: string;
}

type StopListening = () => void;

/** The terminal that a chat has to itself, and what its process is told meanwhile. */
export interface ChatTerminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** What the terminal and its user say of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ctrl+C, where keys are not read one by one. */
  onInterrupt(listener: () => void): StopListening;
  /** The process goes on after it was suspended. */
  onContinue(listener: () => void): StopListening;
  /** The process is about to end, by a defect too: the last moment to give the terminal back. */
  onExit(listener: () => void): StopListening;
  /** Has a text edited in the user's own editor; the terminal is free meanwhile. `undefined`: there is no such editor. */
  readonly edit: ((text: string) => Promise<string>) | undefined;
  /** Stops the process until its shell continues it; `undefined` where the system cannot. */
  readonly suspend: (() => void) | undefined;
}

interface FrontEndOptions {
  readonly terminal: ChatTerminal;
  readonly wording: ChatWording;
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
  readonly appearance: ScreenSettings;
  /** Saves a theme that was chosen, for the next chats. */
  readonly keepTheme: (name: ThemeName) => Promise<KeptTheme>;
  readonly windowOf: WindowOf;
  /** Of the command. */
  readonly version: string;
  /** Whether the agent can be expected to open: then that happens while the first prompt is there already. */
  readonly isReady: boolean;
  /** Aborted by a signal to the process. */
  readonly signal: AbortSignal;
}

/** A chat from its first line to its last; the terminal is as it was before when this settles. */
export type ChatFrontEnd = (
  options: FrontEndOptions,
) => Promise<{ readonly exitCode: number; readonly state: ChatState }>;
