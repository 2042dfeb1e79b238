import type { CheckpointEntry, Entry, EntryKind, Interaction, UncheckpointedPath } from "./entries.ts";
import type { ContextSection } from "./dynamic-context.ts";
import type { JsonValue } from "./json.ts";
import type { Answer, Question, Verdict } from "./questions.ts";
import type { Effect } from "./effects.ts";

/**
 * Where journals are kept. Every method may reject with `SessionError`. An `append` that resolved outlives the process.
 * One that holds a `tool-intent`, an `outcome` or a `queued` message outlives the machine too, and with it all that was
 * appended before: what is intended is on disk before it is done.
 */
export interface JournalStore {
  /**
   * All entries or none.
   *
   * @param expectedSeq - the session's last sequence number, 0 for a new one; otherwise `conflict`.
   */
  append(session: string, expectedSeq: number, entries: readonly Entry[]): Promise<void>;
  /**
   * Entries with `seq >= from`, in order. A session nobody wrote yields nothing.
   *
   * @param kinds - the reader needs only these: a store that can find them without reading the others leaves the
   *   others out.
   */
  read(session: string, from?: number, kinds?: readonly EntryKind[]): AsyncIterable<Entry>;
  /**
   * Like `read`, then goes on with what is appended later, until `signal` is aborted. Reserved: every store has it, and
   * nothing in Skein reads a session this way yet.
   */
  subscribe(session: string, from: number, signal: AbortSignal): AsyncIterable<Entry>;
  /** The right to write. Throws `locked` with a message that says who holds it. */
  lease(session: string, owner: string, ttlMs: number): Promise<Lease>;
  /**
   * Keeps bytes with the session, under their hash; on disk when it resolves. Keeping the same bytes twice is free.
   *
   * @returns SHA-256, hex.
   */
  putBlob(session: string, bytes: Uint8Array): Promise<string>;
  blob(session: string, hash: string): Promise<Uint8Array | undefined>;
}

export interface Lease {
  /** To be called well within the `ttlMs`. Throws `locked` when somebody else has taken it since. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

/** A call about to be judged. Its input has passed the tool's check. */
export interface GateRequest {
  readonly callId: string;
  readonly tool: string;
  readonly extension: string;
  readonly effect: Effect;
  /** See `Tool.startsAgents`. */
  readonly startsAgents?: boolean;
  readonly input: JsonValue;
  readonly cwd: string;
  /** What the call needs alone, as its tool says: `file:/a/b` say. */
  readonly resources?: readonly string[];
}

export interface Decision {
  readonly verdict: Verdict;
  /** The rule or mode that decided, in words a user knows. */
  readonly by: string;
  readonly reason?: string;
  /** With `deny`: the run ends as `denied`. */
  readonly stop?: boolean;
  /** With `ask`: where nobody can be asked, the call alone is denied, for this reason, and the run goes on. */
  readonly unasked?: string;
  /**
   * With `ask` about a call that reads: it is asked because every call is, not because of what this one reads. So a
   * precheck may look there, and tell people what it finds; the model is not told what a file holds.
   */
  readonly mayPrecheck?: boolean;
}

/** Who may do what. Fails closed: whatever cannot be judged is `ask`. */
export interface Gate {
  decide(request: GateRequest, signal: AbortSignal): Decision | Promise<Decision>;
  /** Keeps a person's answer for later calls. Called with the `session` and `always` scopes only. */
  remember?(request: GateRequest, scope: "session" | "always"): void | Promise<void>;
  /**
   * Calls back when an answer was remembered: calls that wait for an approval are judged again then. `remember` resolves
   * when that is done, so that nobody is asked meanwhile what the answer covers. Returns the function that ends it.
   */
  onRemembered?(listener: () => void | Promise<void>): () => void;
  setMode?(mode: string): void;
}

/**
 * Asks whoever is there. Rejects with the signal's reason when it is aborted: the run is over, or the question needs no
 * answer any more. The signal of a question that was answered is aborted as soon as its answer is in force.
 */
export type AskUser = (question: Question, signal: AbortSignal) => Promise<Answer>;

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** A new id, unlike all others. */
export type Ids = () => string;

/** In [0, 1). */
export type Random = () => number;

/**
 * What the model is kept up to date on. Asked before each model call; only sections whose text has changed are written
 * into the conversation, where they stay. So a text must not change with each call: give a date rather than a time.
 * A section that is not named stays as it was told.
 */
export type DynamicContext = (now: ContextMoment) => readonly ContextSection[];

export interface ContextMoment {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly cwd: string;
  /** Tokens that the conversation takes now, estimated. */
  readonly contextTokens?: number;
  /** Tokens that request and reply may have together; absent when nobody knows. */
  readonly window?: number;
}

/** Builds the system text, once per session. Must answer the same for the same parts. */
export type Prompt = (parts: PromptParts) => string;

export interface PromptParts {
  readonly system: string;
  readonly interaction: Interaction;
  readonly extensions: readonly { readonly name: string; readonly instructions?: string }[];
  readonly finalOutput: boolean;
}

/** Keeps secrets out of what is written and sent. */
export interface Redactor {
  /**
   * Every known secret replaced by its placeholder. Answers the same for the same text as long as the same secrets are
   * known.
   */
  redact(text: string): string;
  /** Replaces each placeholder with its secret. Unknown placeholders stay. */
  restore(text: string): string;
  /** `redact` for streamed text: finds a secret that is split between two chunks. */
  stream(): { push(text: string): string; end(): string };
}

/** The files of a folder as they were: see `CheckpointEntry`. */
export type Snapshot = Pick<CheckpointEntry, "snapshot" | "root">;

/** What was kept before a call, and what was not. */
export interface CheckpointResult {
  /** The folder that the call works in, absolute. */
  readonly root: string;
  /** Missing: nothing was kept. */
  readonly snapshot?: string;
  /** What the call may change besides. Default: nothing. */
  readonly unkept?: readonly UncheckpointedPath[];
  /** Why the call is not to be made: what it changes could not be undone. A sentence for the model and the user. */
  readonly refused?: string;
}

/** Keeps the files as they are before a call that may change them, so that it can be undone. */
export interface Checkpoints {
  /**
   * Called before each permitted call starts.
   *
   * @returns `undefined` when this call changes no files. When it rejects, the user is told, the call is made all the
   *   same, and it is journaled that nothing was kept.
   */
  before(request: GateRequest, signal: AbortSignal): Promise<CheckpointResult | undefined>;
  /**
   * Called at the end of a run in which there was one: tells what its calls changed from what others change later.
   * When it rejects, all that changes until the next one counts as the run's.
   */
  after?(): Promise<Snapshot | undefined>;
}

/** What a finished run of the `execute` interaction is measured by. */
export interface Checks {
  /**
   * Called each time the model has answered, and has handed over its typed result if one is wanted.
   *
   * @param attempt - from 1.
   */
  check(attempt: number, signal: AbortSignal): Promise<CheckVerdict>;
}

export type CheckVerdict =
  | { readonly passed: true }
  | {
      readonly passed: false;
      /** What failed, with the end of its output; for the user, and for the model that tries again. */
      readonly report: string;
      /** The work starts anew from the run's input. Otherwise the run ends as `invalid-output`. */
      readonly retry: boolean;
    };

/** Reserved: the agent takes them, and nothing in Skein sets any yet. */
export interface RunHooks {
  /** Before a call is judged: a reason to deny it, or nothing. */
  beforeTool?(request: GateRequest, signal: AbortSignal): Promise<string | undefined>;
}
