import type { CheckpointEntry, Entry, EntryKind, Interaction, UncheckpointedPath } from "./entries.ts";
import type { ContextSection } from "./dynamic-context.ts";
import type { JsonValue } from "./json.ts";
import type { Answer, AttributedAnswer, Question, Verdict } from "./questions.ts";
import type { Effect } from "./effects.ts";
import type { Grants } from "./grants.ts";

/**
 * Session storage: keeps append-only journals. Every method may reject with `SessionError`. An `append` that resolved
 * survives the process. One that holds a `tool-intent`, an `outcome` or a `queued` message also survives the machine,
 * with everything appended before it: a write-ahead log, in which every intent is on disk before it is carried out.
 */
export interface JournalStore {
  /**
   * Appends all entries or none.
   *
   * @param expectedSeq - the session's last sequence number, 0 for a new one; otherwise `conflict`.
   */
  append(session: string, expectedSeq: number, entries: readonly Entry[]): Promise<void>;
  /**
   * Entries with `seq >= from`, in order. Yields nothing for a session that does not exist.
   *
   * @param kinds - the reader needs only these; a store that can find them without reading the others skips the
   *   others.
   */
  read(session: string, from?: number, kinds?: readonly EntryKind[]): AsyncIterable<Entry>;
  /**
   * Like `read`, then yields what is appended later, until `signal` is aborted. Reserved: every store implements it,
   * and nothing in Skein uses it yet.
   */
  subscribe(session: string, from: number, signal: AbortSignal): AsyncIterable<Entry>;
  /** The exclusive right to write. Throws `locked` with a message that names the holder. */
  lease(session: string, owner: string, ttlMs: number): Promise<Lease>;
  /**
   * Stores bytes with the session, under their hash. An entry that is appended afterwards never reaches the disk without
   * them. Storing the same bytes twice is free.
   *
   * @returns SHA-256, hex.
   */
  putBlob(session: string, bytes: Uint8Array): Promise<string>;
  blob(session: string, hash: string): Promise<Uint8Array | undefined>;
  /**
   * How far apart drafts of a streaming reply are written, in milliseconds, for a store in which each append costs a
   * round trip and stays for good. Default 500.
   */
  readonly draftMs?: number | undefined;
}

export interface Lease {
  /** The heartbeat; call it well within `ttlMs`. Throws `locked` when another process has taken the lease since. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

/** A validated tool call that needs a permission decision. */
export interface GateRequest {
  readonly callId: string;
  readonly tool: string;
  readonly extension: string;
  readonly effect: Effect;
  /** See `Tool.startsAgents`. */
  readonly startsAgents?: boolean;
  readonly input: JsonValue;
  readonly cwd: string;
  /** What the call needs exclusively, as its tool says: `file:/a/b`, for example. */
  readonly resources?: readonly string[];
  /** An answer for later calls covers exactly this one: an inspector has found something in it. */
  readonly isExact?: boolean;
}

export interface Decision {
  readonly verdict: Verdict;
  /** The permission rule or permission mode that decided, in words that users know. */
  readonly by: string;
  readonly reason?: string;
  /** With `ask`: the permission mode asks about every call of this kind, so hooks may answer. Default: only a person may. */
  readonly isRoutine?: boolean;
  /** With `deny`: ends the run as `denied`. */
  readonly stop?: boolean;
  /**
   * With `ask`: where no one is available to approve, only this call is denied, for this reason, and the run
   * continues.
   */
  readonly unasked?: string;
  /** With `ask`: permission rules that an answer for always adds in the folder of the call. */
  readonly covers?: readonly string[];
  /** With `ask`: an answer for later calls covers exactly this one. */
  readonly isExact?: boolean;
  /**
   * With `ask` for a call that reads: every such call needs approval, whatever it reads. A precheck may then read the
   * file and show people what it finds, but does not tell the model what the file contains.
   */
  readonly mayPrecheck?: boolean;
}

/** Decides which tool calls are permitted. Fails closed: what cannot be judged is `ask`. */
export interface Gate {
  decide(request: GateRequest, signal: AbortSignal): Decision | Promise<Decision>;
  /** Keeps an approval or denial for later calls. Called with the scopes `session` and `always` only. */
  remember?(request: GateRequest, scope: "session" | "always"): void | Promise<void>;
  /** What allows expressly, for inspectors that have found something. Default: nothing. */
  grants?(request: GateRequest): Grants | Promise<Grants>;
  /**
   * Calls back when an answer was remembered, so that waiting calls are authorized again. `remember` resolves after
   * that, so that no one is asked about a call that the answer covers. Returns a function that removes the listener.
   */
  onRemembered?(listener: () => void | Promise<void>): () => void;
  setMode?(mode: string): void;
}

/**
 * Asks the human in the loop. Rejects with the signal's reason when it is aborted: the run is over, or the question
 * no longer needs an answer. The signal of an answered question is aborted as soon as its answer is in force. An answer
 * that does not say who gave it is recorded as given by `ask`.
 */
export type AskUser = (question: Question, signal: AbortSignal) => Promise<Answer | AttributedAnswer>;

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Creates a unique id. */
export type Ids = () => string;

/** In [0, 1). */
export type Random = () => number;

/**
 * Produces the dynamic context. Called before each model call; only sections whose text has changed are added to the
 * conversation, where they stay. A text should therefore not change with every call: give a date rather than a time.
 * A section that is not returned stays as it is.
 */
export type DynamicContext = (now: ContextMoment) => readonly ContextSection[];

export interface ContextMoment {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly cwd: string;
  /** Estimated tokens of the conversation. */
  readonly contextTokens?: number;
  /** Context window: tokens of request and reply together; absent when unknown. */
  readonly window?: number;
}

/** Builds the system prompt, once per session. Must return the same text for the same parts. */
export type Prompt = (parts: PromptParts) => string;

export interface PromptParts {
  readonly system: string;
  readonly interaction: Interaction;
  readonly extensions: readonly { readonly name: string; readonly instructions?: string }[];
  readonly finalOutput: boolean;
}

/** Keeps secrets out of everything that is written or sent. */
export interface Redactor {
  /**
   * Replaces every known secret with its placeholder. Returns the same for the same text as long as the set of
   * secrets does not change.
   */
  redact(text: string): string;
  /** Replaces each placeholder with its secret. Unknown placeholders stay. */
  restore(text: string): string;
  /** `redact` for streamed text: finds a secret that is split between two chunks. */
  stream(): { push(text: string): string; end(): string };
}

/** The state of a folder's files: see `CheckpointEntry`. */
export type Snapshot = Pick<CheckpointEntry, "snapshot" | "root">;

/** What was captured before a call, and what was not. */
export interface CheckpointResult {
  /** The folder that the call works in, absolute. */
  readonly root: string;
  /** Absent: nothing was captured. */
  readonly snapshot?: string;
  /** Paths that the call may change and that no snapshot contains. Default: none. */
  readonly unkept?: readonly UncheckpointedPath[];
  /** Why the call must not run: its changes could not be undone. A sentence for the model and the user. */
  readonly refused?: string;
}

/** Captures the files before a call that may change them, so that it can be undone. */
export interface Checkpoints {
  /**
   * Called before each permitted call starts.
   *
   * @returns `undefined` when this call changes no files. When it rejects, the user is told, the call runs all the
   *   same, and the journal says that there is no checkpoint.
   */
  before(request: GateRequest, signal: AbortSignal): Promise<CheckpointResult | undefined>;
  /**
   * Called when a call that had a checkpoint has ended, before its result is written, where the files of a session move to
   * other machines: what comes back of the call with the session. When it rejects, the user is told.
   */
  afterCall?(request: GateRequest): Promise<Snapshot | undefined>;
  /**
   * Called at the end of a run that had a checkpoint, to tell its changes from later ones. When it rejects,
   * everything that changes until the next checkpoint counts as the run's.
   */
  after?(): Promise<Snapshot | undefined>;
}

/** Success checks of a finished run in `execute` mode. */
export interface Checks {
  /**
   * Called each time the model has answered, and has returned its structured output if one is required.
   *
   * @param attempt - from 1.
   */
  check(attempt: number, signal: AbortSignal): Promise<CheckVerdict>;
}

export type CheckVerdict =
  | { readonly passed: true }
  | {
      readonly passed: false;
      /** What failed, with the end of its output: for the user, and for the model's next attempt. */
      readonly report: string;
      /** Starts over from the run's input. Otherwise the run ends as `invalid-output`. */
      readonly retry: boolean;
    };
