import type { Entry, EntryBody, EntryKind } from "./entries.ts";
import type { AttemptModel, ModelRequest } from "./models/models.ts";

/** Keeps a conversation within the model's context window. */
export interface Compaction {
  /**
   * Called before every model call of the loop, so it must be cheap when there is nothing to do; when the provider
   * rejects a request as too long; and when a user asks for it. When it rejects, the user is told and the request is
   * sent unchanged.
   */
  plan(view: ContextView, signal: AbortSignal): Promise<ContextPlan>;
}

/**
 * How a conversation that has grown too long is made shorter.
 *
 * - `summarize`: old tool results are shortened; if that is not enough, a model writes a summary of what is hidden.
 * - `truncate`: the same without a model: what is hidden is listed, not summarised.
 * - `clear`: everything but the last turns and the user's messages is dropped at once, without a list.
 * - `ask`: the user is told, and decides; only what no longer fits is summarised without asking.
 */
export const compactionStrategies = ["summarize", "truncate", "clear", "ask"] as const;

export type CompactionStrategy = (typeof compactionStrategies)[number];

export const contextCauses = ["before-call", "overflow", "asked"] as const;

export type ContextCause = (typeof contextCauses)[number];

/** The request that is about to be sent, and the entries it is built from. */
export interface ContextView {
  readonly cause: ContextCause;
  /** How often in a row a request was rejected as too long; 0 unless `cause` is `overflow`. */
  readonly overflows: number;
  /** With `asked`: what to keep, in the user's words. */
  readonly wish?: string;
  readonly request: ModelRequest;
  readonly model: AttemptModel;
  /** Context window: tokens of request and reply together; `undefined` when unknown. */
  readonly window: number | undefined;
  /**
   * The last call whose usage is known; what came after it must be estimated. `undefined` after a compaction, an
   * elision or a rewind, until the next call.
   */
  readonly measured: MeasuredCall | undefined;
  /**
   * The effective entries that the conversation is built from, in order, without those hidden from the model. See
   * `Transcript`.
   */
  readonly entries: readonly Entry[];
  /** Reads any part of the session's journal, hidden entries included. */
  read(from?: number, kinds?: readonly EntryKind[]): AsyncIterable<Entry>;
  /**
   * Sends an auxiliary request, which counts in the journal and the budget like every other call.
   *
   * @param model - default: the conversation's model.
   * @returns the text of the reply.
   */
  ask(request: ModelRequest, model?: AttemptModel): Promise<string>;
}

export interface MeasuredCall {
  /** `seq` of its `model-request`. */
  readonly request: number;
  /** All tokens sent, cached or not. */
  readonly inputTokens: number;
  /** Tokens of the reply. */
  readonly outputTokens: number;
}

export interface ContextPlan {
  /** Empty: the request is sent unchanged. */
  readonly entries: readonly ContextChange[];
  /** Sentences for the user: what was done and why, or why nothing could be done. */
  readonly notices?: readonly string[];
  /** Tokens of the request before and after, for people. Default: an estimate from its size in bytes. */
  readonly before?: number;
  readonly after?: number;
}

export type ContextChange = Extract<EntryBody, { readonly kind: "compaction" | "elision" }>;
