import type { OutcomeError, OutcomeName } from "@skein/protocol";

/** The commit of a repository, or an archive in the blobs of the session, by its SHA-256 and the name that it had. */
export type QueuedWork =
  | { readonly url: string; readonly commit: string }
  | { readonly archive: string; readonly name: string };

/** What a worker needs to know to begin a run, or to resume one that another worker has begun. */
export interface QueuedRun {
  readonly session: string;
  /** Empty: the session goes on from where it stands. */
  readonly task: string;
  /** The folder to work in, by the path that all workers have for it. */
  readonly cwd: string;
  /** Whose files a worker works on, in a folder that it makes; `cwd` is where it was submitted then. */
  readonly work?: QueuedWork;
  readonly provider?: string;
  readonly model?: string;
  /** A permission mode. */
  readonly mode?: string;
  /** Other settings, as text: `maxTurns` for example. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The last entry of the session when it was submitted, 0 for a new one: what is written later belongs to this run. */
  readonly after: number;
}

export interface Submission extends QueuedRun {
  /** Higher ones first; of equal ones the oldest. Default 0. */
  readonly priority?: number;
  /** Whose it is, a user and a project for example: no one has more than a share of the workers. Default: no limit. */
  readonly share?: string;
}

export interface TakenRun extends QueuedRun {
  /** As submitted. */
  readonly share?: string;
  /** From 1: how many workers have had it, this one included. */
  readonly attempt: number;
  /** For a journal in the same database: only the worker that has the run now may begin it. */
  readonly claim: { readonly run: string; readonly attempt: number; readonly proof: string };
  /** Aborted when the run is cancelled, when the worker stops, and when another worker may have taken over. */
  readonly signal: AbortSignal;
}

/** How a run ended. */
export interface RunEnd {
  readonly outcome: OutcomeName;
  readonly error?: OutcomeError;
  /** US dollars. */
  readonly costUsd?: number;
}

export type QueueState = "waiting" | "running" | "ended" | "cancelled" | "dead";

/** A run as a list shows it. */
export interface QueueEntry extends Submission {
  readonly state: QueueState;
  /** How many workers have had it. */
  readonly attempts: number;
  readonly submittedAt: Date;
  /** Absent while it has not ended. */
  readonly end?: RunEnd;
}
