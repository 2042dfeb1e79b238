import type { Entry, EntryBody, EntryKind } from "./entries.ts";
import type { AttemptModel, ModelRequest } from "./models/models.ts";

/**
 * Fits a conversation into the context window of its model. `@skein/compaction`
 * implements it.
 */
export interface Compaction {
  /**
   * Plans what to shorten, as entries for the agent to journal.
   *
   * Called before every model call of the loop, so it must be cheap if nothing
   * has to be done. Also called when the provider rejects a request as too
   * long, and when a user asks for it. If it rejects, the user is notified and
   * the request is sent unchanged.
   */
  plan(view: ContextView, signal: AbortSignal): Promise<ContextPlan>;
}

/**
 * Ways to shorten a conversation that has grown too long.
 *
 * - `summarize`: shortens old tool results; if that is not enough, a model
 *   writes a summary of what is hidden.
 * - `truncate`: does the same without a model. Hidden messages are listed, not
 *   summarized.
 * - `clear`: drops everything but the last turns and the user's messages at
 *   once, without a list.
 * - `ask`: notifies the user, who decides. Only what no longer fits is
 *   summarized without asking.
 */
export const compactionStrategies = ["summarize", "truncate", "clear", "ask"] as const;

/** One of `compactionStrategies`. */
export type CompactionStrategy = (typeof compactionStrategies)[number];

/**
 * Reasons to plan a compaction.
 *
 * - `before-call`: the loop is about to send a request.
 * - `overflow`: the provider rejected the request as too long.
 * - `asked`: the user asked for it.
 */
export const contextCauses = ["before-call", "overflow", "asked"] as const;

/** One of `contextCauses`. */
export type ContextCause = (typeof contextCauses)[number];

/** Request that is about to be sent, and the entries that it is built from. */
export interface ContextView {
  /**
   * Reason for the call of `plan`. With `overflow`, the same request would be
   * rejected again.
   */
  readonly cause: ContextCause;
  /**
   * Number of times in a row that a request was rejected as too long. 0 unless
   * `cause` is `overflow`.
   */
  readonly overflows: number;
  /**
   * Request to preserve something, in the user's words. Set only if `cause` is
   * `asked`.
   */
  readonly wish?: string;
  /** Request as it would be sent without a compaction. */
  readonly request: ModelRequest;
  /** Model of the conversation. Its price and limits are known here. */
  readonly model: AttemptModel;
  /**
   * Context window: tokens of request and reply together. `undefined` if
   * unknown.
   */
  readonly window: number | undefined;
  /**
   * Last call whose usage is known; everything after it must be estimated.
   * `undefined` after a compaction, an elision or a rewind, until the next
   * call.
   */
  readonly measured: MeasuredCall | undefined;
  /**
   * Effective entries that the conversation is built from, in order, without
   * those hidden from the model. See `Transcript.entries`.
   */
  readonly entries: readonly Entry[];
  /**
   * Reads any part of the session's journal, hidden entries included.
   *
   * @param from - first `seq`. Default: 1.
   * @param kinds - kinds of entries to read. Default: all.
   */
  read(from?: number, kinds?: readonly EntryKind[]): AsyncIterable<Entry>;
  /**
   * Sends an auxiliary request. It counts in the journal and the budget like
   * every other call.
   *
   * @param model - model to ask. Default: the model of the conversation.
   * @returns the text of the reply.
   */
  ask(request: ModelRequest, model?: AttemptModel): Promise<string>;
}

/** Token counts that a vendor reported for a call of this conversation. */
export interface MeasuredCall {
  /** `seq` of the `model-request` entry. */
  readonly request: number;
  /** All prompt tokens, cached or not. */
  readonly inputTokens: number;
  /** Tokens of the reply. */
  readonly outputTokens: number;
}

/**
 * Result of `Compaction.plan`. The agent journals the entries, then builds the
 * request again.
 */
export interface ContextPlan {
  /** Changes to journal, in order. Empty: the request is sent unchanged. */
  readonly entries: readonly ContextChange[];
  /**
   * Sentences for the user: what was done and why, or why nothing could be
   * done.
   */
  readonly notices?: readonly string[];
  /**
   * Tokens of the request before the change, to show to people. Default: an
   * estimate from its size in bytes.
   */
  readonly before?: number;
  /** Tokens of the request after the change. Default: as for `before`. */
  readonly after?: number;
}

/**
 * Body of an entry that shortens the conversation: a summary, or shorter tool
 * results.
 */
export type ContextChange = Extract<EntryBody, { readonly kind: "compaction" | "elision" }>;
