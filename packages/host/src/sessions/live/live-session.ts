import type {
  Answer,
  BackgroundJob,
  FilePart,
  ImagePart,
  Question,
  RunResult,
  UserPart,
} from "@skein/protocol";
import type { AgentSettings, OutputStyle, RunNarrowing, SandboxTierInForce } from "@skein/runtime";
import type { FirstReply } from "@skein/agent";
import type { AnsweringModel } from "../answering-model.ts";
import type { CompactionReport } from "../compaction-report.ts";
import type { PromptCompletion, SessionPrompt } from "../../messages/session-prompts.ts";
import type { ForkPoint } from "../fork-session.ts";
import type { SessionApps } from "./session-apps.ts";
import type { SessionNews } from "./live-events.ts";

/** What a live session is opened with. */
export type LiveSettings = AgentSettings & { readonly session: string };

/** How a command of the user has a run begin. */
export interface RunBeginning {
  /**
   * Has only these tools be used in it, to its end and across a crash: what its other permissions allow is not more than
   * before.
   */
  readonly narrowing?: RunNarrowing | undefined;
  /** Calls that are made before the model is asked, under the same permissions as its own. */
  readonly first?: FirstReply | undefined;
}

/** What was typed, with or without files beside it; or parts, whose texts are sent as they are. */
export type SessionInput = string | TypedMessage | readonly UserPart[];

/** Words, and what goes with them. Files that the words name as `@path` go with them, too. */
export interface TypedMessage {
  readonly text: string;
  /** Absolute paths of files, or images and files that have no path: those of a clipboard. */
  readonly attachments: readonly (string | ImagePart | FilePart)[];
}

/** One session that is open here, for any number of clients at once. What is done to it shows in its events. */
export interface LiveSession extends AsyncDisposable, SessionApps {
  readonly id: string;
  /** The process that has it open, when that is another one: closing it here leaves it running there. */
  readonly owner: { readonly pid: number } | undefined;
  /** What it was opened with, and what was changed since. */
  settings(): LiveSettings;
  /** Whether a run is on, or starts. */
  isRunning(): boolean;
  /**
   * What has happened after the journal's entry `fromSeq` (default 0: all of it), then what happens, until the session is
   * closed. A client that comes back names the last `seq` it has seen, and misses nothing; `Infinity` leaves out all that
   * has happened until now.
   */
  events(fromSeq?: number, signal?: AbortSignal): AsyncIterable<SessionNews>;
  /**
   * Opens the agent, so that the first message need not wait. Rejects with `ConfigError`, `ExtensionError`, `SessionError`,
   * and with `NotStartedError` when it is interrupted, or too late, before all extensions have started.
   */
  prepare(): Promise<ReadySession>;
  /** Prompts of its extensions, which a message picks: `/server:prompt name=value`. None before the agent is open. */
  prompts(): Promise<readonly SessionPrompt[]>;
  /** Values that an argument of a prompt may have. */
  completePrompt(wanted: PromptCompletion): Promise<readonly string[]>;
  /** What a word of a message may become that begins with `@`: names of extensions, and `@server:uri`. */
  completeMention(word: string): Promise<readonly string[]>;
  /**
   * Begins a run; while one is on, the message waits until the model has answered.
   *
   * @param input - without it, the run continues what the last one left open.
   * Resolves when the message is taken. Rejects when no agent could be opened: see `prepare`.
   */
  send(input?: SessionInput): Promise<TakenMessage>;
  /** Adds a message before the next call of the model; begins a run where none is on. Otherwise as `send`. */
  steer(input: SessionInput): Promise<TakenMessage>;
  /** @returns whether there was a run, or the start of one, to stop. */
  interrupt(reason?: string): boolean;
  openQuestions(): Promise<readonly Question[]>;
  /**
   * Answers a question, whoever asked it: a run that waits for it goes on, and where none does, the next run without input
   * goes on from it. Rejects with `not-asked` when it is not open, with `answered` when somebody was faster.
   *
   * @param options.by - who answers: all clients are told, and it is kept. Default `answer`, from another process
   *   `process` and its id.
   */
  answer(questionId: string, answer: Answer, options?: { readonly by?: string }): Promise<void>;
  /** Rejects with `ConfigError` for a word that is no permission mode. */
  setMode(mode: string): Promise<void>;
  /** Rejects with `ConfigError`. */
  setModel(provider: string, model: string): Promise<void>;
  /** @param effort - `default`: the vendor's. Rejects with `ConfigError` for one that the model does not take. */
  setEffort(effort: string): Promise<void>;
  /** From the next message on; the next request has another system prompt, and no cache. Rejects with `SessionError`. */
  setOutputStyle(style: OutputStyle | undefined): Promise<void>;
  rename(name: string): Promise<void>;
  /** Lets the model know something with the next message: what the user has done beside it. It is kept with the session. */
  note(text: string): Promise<void>;
  /** Decides how the run begins that the next message starts. Rejects with `ConfigError` and `SessionError`. */
  prepareNextRun(beginning: RunBeginning): Promise<void>;
  /** Its background jobs, those that have ended too. Opens the agent, as `prepare` does. */
  jobs(): Promise<readonly BackgroundJob[]>;
  /** Resolves when the job has ended. @returns whether a job of this id was running. */
  endJob(id: string): Promise<boolean>;
  /** Makes what the model sees shorter, now. To be called by work that has the session alone. */
  compact(options?: CompactOptions): Promise<CompactionReport>;
  /**
   * Works on the session between two runs: messages wait for the end of the work. Rejects with what goes wrong in it.
   */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Opens another session with the settings of this one, but for what is said here. */
  other(settings: Partial<AgentSettings> & { readonly session: string }): LiveSession;
  /** Forks it, provided that its model can be used. @returns the fork, open with the same settings. */
  fork(point?: ForkPoint): Promise<LiveSession>;
  /** Interrupts what runs, and gives the session free. May be called twice. */
  close(): Promise<void>;
}

export interface CompactOptions {
  /** What must not get lost. */
  readonly wish?: string | undefined;
  /** Aborted, the conversation stays as it is. */
  readonly signal?: AbortSignal;
  /** Receives sentences while a model writes. */
  readonly tell?: (sentence: string) => void;
}

/** What can be said of a session before it runs. */
export interface ReadySession {
  /** Names, sorted as the model sees them. */
  readonly tools: readonly string[];
  /** Who makes the next reply. */
  readonly answering: AnsweringModel;
  /** What holds its commands back. */
  readonly sandbox: SandboxTierInForce;
}

/** Where a message went. */
export interface TakenMessage {
  /** Id of the run that it has begun, or joined. */
  readonly run: string;
  /** Whether it waits in a run that was on already; its `queued` event comes first then, and `steered` when it is read. */
  readonly isQueued: boolean;
  /** How that run ends. Never rejects. */
  readonly result: Promise<RunResult>;
}

/** How other processes of this user reach a session while this one holds its lease. */
export interface OwnerSocket {
  /**
   * Listens, unless it does already. Only for whoever holds the lease: it replaces what is at the path. Never rejects: without
   * a socket, other processes are told that the session is in use.
   */
  open(): Promise<void>;
  /** Refuses new connections. To be called before the lease is released: then another process may take the path. */
  withdraw(): Promise<void>;
  /** Ends all connections, also of clients that do not read. After the end of the session's events. */
  close(): Promise<void>;
}
