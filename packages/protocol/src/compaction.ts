import type { Entry, EntryBody, EntryKind } from "./entries.ts";
import type { AttemptModel, ModelRequest } from "./models.ts";

/** Keeps a conversation within its model's window. */
export interface Compaction {
  /**
   * Called before every model call of the loop, so it must be cheap when nothing is to do; when the provider refused a
   * request for its length; and when somebody asks for it. When it rejects, the user is told, and the call is made as
   * it is.
   */
  plan(view: ContextView, signal: AbortSignal): Promise<ContextPlan>;
}

export type ContextCause = "before-call" | "overflow" | "asked";

/** What the model is about to be sent, and where it comes from. */
export interface ContextView {
  readonly cause: ContextCause;
  /** How often in a row a request was refused for its length; 0 unless `cause` is `overflow`. */
  readonly overflows: number;
  /** With `asked`: in the user's words, what is to be kept. */
  readonly wish?: string;
  readonly request: ModelRequest;
  readonly model: AttemptModel;
  /** Tokens that request and reply may have together; `undefined` when nobody knows. */
  readonly window: number | undefined;
  /**
   * The last call that told what it took: what came since is to be estimated. `undefined` after a compaction, an elision
   * or a rewind, until the next call.
   */
  readonly measured: MeasuredCall | undefined;
  /** What the conversation is made of, in order: entries that stand and that the model still sees. See `Transcript`. */
  readonly entries: readonly Entry[];
  /** Any part of the session's journal, also of what is hidden. */
  read(from?: number, kinds?: readonly EntryKind[]): AsyncIterable<Entry>;
  /**
   * Asks a model beside the conversation; in the journal and in the budget like every other call.
   *
   * @param model - default: the one of the conversation.
   * @returns the text of its answer.
   */
  ask(request: ModelRequest, model?: AttemptModel): Promise<string>;
}

export interface MeasuredCall {
  /** `seq` of its `model-request`. */
  readonly request: number;
  /** Tokens of all that was sent, from a cache or not. */
  readonly inputTokens: number;
  /** Tokens of the reply. */
  readonly outputTokens: number;
}

export interface ContextPlan {
  /** Nothing: the request goes out as it is. */
  readonly entries: readonly ContextChange[];
  /** Sentences for the user: what was done and why, or why nothing could be done. */
  readonly notices?: readonly string[];
  /** Tokens of the request as it was and as it is now, for people. Default: a guess by its bytes. */
  readonly before?: number;
  readonly after?: number;
}

export type ContextChange = Extract<EntryBody, { readonly kind: "compaction" | "elision" }>;
