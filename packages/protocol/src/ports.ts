import type { CheckpointEntry, Entry, EntryKind, Interaction, UncheckpointedPath } from "./entries.ts";
import type { ContextSection } from "./dynamic-context.ts";
import type { JsonValue } from "./json.ts";
import type { Answer, AttributedAnswer, Question, Verdict } from "./questions.ts";
import type { Effect } from "./effects.ts";
import type { Grants } from "./grants.ts";

/**
 * Session storage: stores append-only journals. Every method may reject with
 * `SessionError`.
 *
 * An `append` that resolved survives the process. One that contains a
 * `tool-intent`, an `outcome` or a `queued` message also survives the machine,
 * with everything appended before it: a write-ahead log, in which every intent
 * is on disk before it is carried out. The contract tests of `@skein/sessions`
 * check an implementation.
 */
export interface JournalStore {
  /**
   * Appends all entries or none.
   *
   * @param expectedSeq - the session's last sequence number, 0 for a new one.
   *   Otherwise rejects with `conflict`.
   */
  append(session: string, expectedSeq: number, entries: readonly Entry[]): Promise<void>;
  /**
   * Reads entries with `seq >= from`, in order. Yields nothing for a session
   * that does not exist.
   *
   * @param from - first `seq`. Default: 1.
   * @param kinds - the reader needs only these. A store that can find them
   *   without reading the others skips the others. Default: all.
   */
  read(session: string, from?: number, kinds?: readonly EntryKind[]): AsyncIterable<Entry>;
  /**
   * Reads like `read`, then yields what is appended later, until `signal` is
   * aborted. Reserved: every store implements it, and nothing in Skein uses it
   * yet.
   */
  subscribe(session: string, from: number, signal: AbortSignal): AsyncIterable<Entry>;
  /**
   * Acquires the exclusive right to write. Throws `locked` with a message that
   * names the holder.
   *
   * @param owner - name of the caller, for that message.
   * @param ttlMs - milliseconds after which another process may take a lease
   *   that was not renewed.
   */
  lease(session: string, owner: string, ttlMs: number): Promise<Lease>;
  /**
   * Stores bytes with the session, under their hash. An entry that is appended
   * afterwards never reaches the disk without them. Storing the same bytes
   * twice is free.
   *
   * @returns SHA-256, hex.
   */
  putBlob(session: string, bytes: Uint8Array): Promise<string>;
  /**
   * Reads bytes that were stored with `putBlob`. `undefined`: the session has
   * no such blob.
   */
  blob(session: string, hash: string): Promise<Uint8Array | undefined>;
  /**
   * Milliseconds between two drafts of a streaming reply. For a store in which
   * each append costs a round trip and stays for good. Default: 500.
   */
  readonly draftMs?: number | undefined;
}

/** Exclusive right to write a session. */
export interface Lease {
  /**
   * Extends the lease by its `ttlMs`: the heartbeat. Call it well within that
   * time. Throws `locked` if another process has taken the lease since.
   */
  renew(): Promise<void>;
  /** Gives the lease up, so that another process can take it at once. */
  release(): Promise<void>;
}

/** Validated tool call that needs a permission decision. */
export interface GateRequest {
  /** Id of the tool call. */
  readonly callId: string;
  /** Name of the tool. */
  readonly tool: string;
  /** Name of the extension that the tool belongs to. */
  readonly extension: string;
  /** Effect of the call. `unknown` for untrusted tools. */
  readonly effect: Effect;
  /** True if the call starts subagents: see `Tool.startsAgents`. */
  readonly startsAgents?: boolean;
  /** Validated input of the call. */
  readonly input: JsonValue;
  /** Absolute path of the working folder. */
  readonly cwd: string;
  /**
   * Resources that the call needs exclusively, as its tool says, such as
   * `file:/a/b`.
   */
  readonly resources?: readonly string[];
  /**
   * Set if an answer for later calls covers exactly this one, because an
   * inspector has found something in it.
   */
  readonly isExact?: boolean;
}

/** Permission decision about a tool call. */
export interface Decision {
  /**
   * Next step: the call runs, a person is asked, or the model reads a denial.
   */
  readonly verdict: Verdict;
  /**
   * Permission rule or permission mode that decided, in words that users know.
   */
  readonly by: string;
  /** Reason in sentences, for the user and the model. */
  readonly reason?: string;
  /**
   * With `ask`: the permission mode asks about every call of this kind, so
   * hooks may answer. Default: only a person may.
   */
  readonly isRoutine?: boolean;
  /** With `deny`: ends the run as `denied`. */
  readonly stop?: boolean;
  /**
   * With `ask`: if no one is available to approve, only this call is denied,
   * for this reason, and the run continues. Absent: the run ends as
   * `needs-input`.
   */
  readonly unasked?: string;
  /**
   * With `ask`: permission rules that an answer of `always` adds in the folder
   * of the call.
   */
  readonly covers?: readonly string[];
  /** With `ask`: an answer for later calls covers exactly this one. */
  readonly isExact?: boolean;
  /**
   * With `ask` for a call that reads: every such call needs approval, whatever
   * it reads. A precheck may then read the file and show people what it finds,
   * but does not tell the model what the file contains.
   */
  readonly mayPrecheck?: boolean;
}

/**
 * Decides which tool calls are permitted. Fails closed: what cannot be judged
 * is `ask`. `@skein/permissions` implements it.
 */
export interface Gate {
  /** Decides about one call, before it runs. */
  decide(request: GateRequest, signal: AbortSignal): Decision | Promise<Decision>;
  /**
   * Stores an approval or denial for later calls. Called with the scopes
   * `session` and `always` only. Absent: no answer is stored.
   */
  remember?(request: GateRequest, scope: "session" | "always"): void | Promise<void>;
  /**
   * Returns what is allowed expressly, for inspectors that have found
   * something. Default: nothing.
   */
  grants?(request: GateRequest): Grants | Promise<Grants>;
  /**
   * Calls `listener` when an answer was remembered, so that waiting calls are
   * authorized again. `remember` resolves after that, so that the user is not
   * asked about a call that the answer covers.
   *
   * @returns a function that removes the listener.
   */
  onRemembered?(listener: () => void | Promise<void>): () => void;
  /** Changes the permission mode for later calls. Absent: the mode is fixed. */
  setMode?(mode: string): void;
}

/**
 * Asks the human in the loop.
 *
 * Rejects with the signal's reason when it is aborted: the run is over, or the
 * question no longer needs an answer. The signal of an answered question is
 * aborted as soon as its answer is in force. An answer that does not say who
 * gave it is recorded as given by `ask`.
 *
 * @example
 * ```ts
 * const ask: AskUser = async (question) =>
 *   question.kind === "approval" ? { allow: "once" } : { deny: "No one is here." };
 * ```
 */
export type AskUser = (question: Question, signal: AbortSignal) => Promise<Answer | AttributedAnswer>;

/** Time, as a parameter, so that tests need no fake clock. */
export interface Clock {
  /** Returns milliseconds since the epoch. */
  now(): number;
  /** Waits. Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Creates a unique id. */
export type Ids = () => string;

/** Returns a number in [0, 1), like `Math.random`. */
export type Random = () => number;

/**
 * Produces the dynamic context. Called before each model call.
 *
 * Only sections whose text has changed are added to the conversation, where
 * they stay. A text should therefore not change with every call: give a date
 * rather than a time. A section that is not returned stays as it is.
 *
 * @example
 * ```ts
 * const today: DynamicContext = ({ now }) => [
 *   { name: "date", text: `Today is ${new Date(now).toISOString().slice(0, 10)}.` },
 * ];
 * ```
 */
export type DynamicContext = (now: ContextMoment) => readonly ContextSection[];

/** State of the conversation when dynamic context is made. */
export interface ContextMoment {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Absolute path of the working folder. */
  readonly cwd: string;
  /** Estimated tokens of the conversation. Absent: unknown. */
  readonly contextTokens?: number;
  /** Context window: tokens of request and reply together. Absent: unknown. */
  readonly window?: number;
}

/**
 * Builds the system prompt, once per session. Must return the same text for the
 * same parts, or every request misses the prompt cache.
 */
export type Prompt = (parts: PromptParts) => string;

/** Parts that a system prompt is built from. */
export interface PromptParts {
  /** Text of the app or the user. */
  readonly system: string;
  /** Way of working: conversation or alone. */
  readonly interaction: Interaction;
  /** Extensions of the session, each with the instructions that it gives. */
  readonly extensions: readonly { readonly name: string; readonly instructions?: string }[];
  /** True if the model must return its result with the tool `final_output`. */
  readonly finalOutput: boolean;
}

/** Replaces secrets in everything that is written or sent. */
export interface Redactor {
  /**
   * Replaces every known secret with its placeholder. Returns the same for the
   * same text as long as the set of secrets does not change.
   */
  redact(text: string): string;
  /** Replaces each placeholder with its secret. Unknown placeholders stay. */
  restore(text: string): string;
  /**
   * Creates a redactor for streamed text, which finds a secret that is split
   * between two chunks. `push` returns the text that is safe to show; `end` the
   * rest.
   */
  stream(): { push(text: string): string; end(): string };
}

/** State of a folder's files: see `CheckpointEntry`. */
export type Snapshot = Pick<CheckpointEntry, "snapshot" | "root">;

/** Result of a capture before a call. */
export interface CheckpointResult {
  /** Absolute path of the folder that the call works in. */
  readonly root: string;
  /** Id of the snapshot. Absent: nothing was captured. */
  readonly snapshot?: string;
  /**
   * Paths that the call may change and that no snapshot contains. Default:
   * none.
   */
  readonly unkept?: readonly UncheckpointedPath[];
  /**
   * Reason why the call must not run: its changes could not be undone. A
   * sentence for the model and the user.
   */
  readonly refused?: string;
}

/**
 * Captures the files before a call that may change them, so that it can be
 * undone. `@skein/checkpoints` implements it.
 */
export interface Checkpoints {
  /**
   * Captures the files. Called before each permitted call starts.
   *
   * @returns undefined if this call changes no files. If it rejects, the user
   *   is notified, the call runs all the same, and the journal records that no
   *   checkpoint exists.
   */
  before(request: GateRequest, signal: AbortSignal): Promise<CheckpointResult | undefined>;
  /**
   * Captures the files again, for sessions whose files move between machines.
   * Called when a call that had a checkpoint has ended, before its result is
   * written. If it rejects, the user is notified.
   */
  afterCall?(request: GateRequest): Promise<Snapshot | undefined>;
  /**
   * Captures the files at the end of a run that had a checkpoint, to tell its
   * changes from later ones. If it rejects, everything that changes until the
   * next checkpoint counts as the run's.
   */
  after?(): Promise<Snapshot | undefined>;
}

/**
 * Success checks of a finished run in `execute` mode, such as tests of a
 * recipe.
 */
export interface Checks {
  /**
   * Checks the work. Called each time the model has answered, and has returned
   * its structured output if one is required.
   *
   * @param attempt - number of the check in the run, from 1.
   */
  check(attempt: number, signal: AbortSignal): Promise<CheckVerdict>;
}

/** Result of the success checks. */
export type CheckVerdict =
  | {
      /** The run ends as `done`. */
      readonly passed: true;
    }
  | {
      /** At least one check failed. */
      readonly passed: false;
      /**
       * Failed checks, with the end of their output: for the user, and for the
       * model's next attempt.
       */
      readonly report: string;
      /**
       * Whether to start over from the run's input. Otherwise the run ends as
       * `invalid-output`.
       */
      readonly retry: boolean;
    };
