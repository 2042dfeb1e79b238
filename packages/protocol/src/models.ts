import type { JsonObject, JsonSchema, JsonValue } from "./json.ts";
import type { AssistantPart, Message } from "./messages.ts";

/** A vendor. Owns credentials and transport; hands out models with the retry layer on. */
export interface ModelProvider {
  /** For example `anthropic`; the word users type after `--provider`. */
  readonly id: string;
  /** Never fails for an unknown id: the vendor decides what exists. */
  model(modelId: string): AttemptModel;
  /**
   * Looks up what is needed to work (a key, an address, the vendor's library), without asking the network. Throws
   * `ConfigError`. Optional to call: a model does the same before its first request.
   */
  prepare(): Promise<void>;
  /** What the endpoint says it offers. Throws `ProviderError`. */
  models(signal?: AbortSignal): Promise<readonly ModelInfo[]>;
  /** One cheap request that proves the key and the address. Throws `ProviderError`. */
  check(signal?: AbortSignal): Promise<void>;
}

export interface ModelInfo {
  readonly id: string;
  readonly name?: string;
  readonly limits: ModelLimits;
}

/** `undefined` means unknown: nobody guesses. */
export interface ModelLimits {
  readonly contextTokens?: number;
  readonly outputTokens?: number;
}

/** US dollars per million tokens. */
export interface TokenRates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** What a call costs whose prompt is not longer than any tier begins. */
export interface ModelPrice extends TokenRates {
  /** In any order; the one with the highest bound below the prompt's length counts. */
  readonly tiers?: readonly PriceTier[];
}

/** The rates of a whole call, its output included, when its prompt is longer than this. */
export interface PriceTier extends TokenRates {
  /** Tokens of the prompt: new, read from a cache and written to one. */
  readonly aboveInputTokens: number;
}

interface ModelBase {
  /** The provider's id; owner of the sidecars this model writes. */
  readonly provider: string;
  readonly id: string;
  readonly limits: ModelLimits;
  /** `undefined` means unknown: cost is then unknown too, not 0. */
  readonly price?: ModelPrice | undefined;
  /** What thinking a request with these options brings. Absent: unless the effort is `none`, thoughts may be hidden. */
  readonly thinking?: ((options: ModelOptions) => ThinkingPlan) | undefined;
}

/** What a budget must know of a model's thoughts. */
export interface ThinkingPlan {
  /** Tokens of the output limit that are for thoughts, fixed for the session. 0: none, or as many as the model likes. */
  readonly budgetTokens: number;
  /** Whether tokens may be billed that no event shows: thoughts that are hidden, or told as a summary. */
  readonly isHidden: boolean;
}

/** One request, one attempt. */
export interface ChatModel extends ModelBase {
  /**
   * Fails by throwing `ProviderError` out of the iteration, never by an event. When `signal` is aborted the
   * iteration throws the signal's reason. Leaving the iteration closes the connection.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** A model with the retry layer on. Every `ChatModel` is one that never tries again. */
export interface AttemptModel extends ModelBase {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<AttemptEvent>;
}

export type Effort = "none" | "low" | "medium" | "high" | "max";

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/**
 * Each request is the beginning of the next one, so that vendors' caches work and sealed thoughts stay valid: the system
 * prompt is fixed, tools come sorted by name, messages only grow. What changes (date, todo list) is dynamic context,
 * which stands in the messages and stays there.
 */
export interface ModelRequest {
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
  readonly options: ModelOptions;
  /**
   * Tokens that a budget has set aside for this one reply. Lowers the output limit that is sent, and changes nothing else
   * of the request: a thinking budget least of all. Every wire sends it, and reads it for every attempt: it may be lower
   * for a retry. Default: the options alone say.
   */
  readonly outputCap?: number;
}

/** What is not set is left to the vendor. */
export interface ModelOptions {
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly effort?: Effort;
  /**
   * What the answer's text is to fit, as JSON. The vendor holds the model to it where the wire has it and the schema is
   * of a kind that it takes; elsewhere nothing is said of it. So the text must be checked all the same.
   */
  readonly responseSchema?: JsonSchema;
  /** How long answers are. A wire that has no such field says in a notice that it is not sent; so with those below. */
  readonly verbosity?: "low" | "medium" | "high";
  /** The vendor's own word: `flex`, `priority`, `standard_only` … */
  readonly serviceTier?: string;
  /** Whether tools are called: as the model likes, at least one in each reply, or none. */
  readonly toolChoice?: "auto" | "required" | "none";
  /** `false`: at most one call in each reply. */
  readonly parallelTools?: boolean;
  /** How long the vendor keeps what it has cached of a prompt. */
  readonly cacheTtl?: "5m" | "1h";
  /** Further fields of the body, as the vendor names them; objects are merged. They win, but not over the conversation. */
  readonly body?: JsonObject;
}

/**
 * - `answered`: the model finished. `tool-calls`: it waits for results.
 * - `length`: an output limit cut it off. `refused`: the model or a filter declined.
 * - `paused`: the vendor wants the same conversation sent again to go on. `other`: see `rawStop`.
 */
export type StopReason = "answered" | "tool-calls" | "length" | "refused" | "paused" | "other";

/** Tokens. An absent counter is unknown, not 0. `input` does not include what was read from or written to a cache. */
export interface Usage {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /**
   * All tokens of the prompt, cached or not: said by vendors that count them as one number, so that nothing of them is
   * missing where a cache counter is.
   */
  readonly prompt?: number;
  /** Part of `output` that was spent on reasoning. */
  readonly reasoning?: number;
}

/**
 * Law: one `message-start`; then parts, each `part-start`, its deltas, `part-end` with the whole part; then exactly
 * one `message-end`, and nothing after it. Parts are numbered from 0 without gaps in the order they start; deltas of
 * several open parts may interleave. A delta's type fits its part's kind; `opaque` parts have none. A stream that
 * ends without `message-end` must throw. `usage` may come any number of times between start and end. `streamLawBreaks` of `@skein/provider-kit` checks all of this.
 */
export type ModelEvent =
  | { readonly type: "message-start"; readonly modelId: string; readonly requestId?: string }
  | {
      readonly type: "part-start";
      readonly part: number;
      readonly kind: AssistantPart["type"];
      /** Of a tool call, when already known: to show it early. */
      readonly name?: string;
    }
  | {
      readonly type: "text-delta" | "thinking-delta" | "input-delta";
      readonly part: number;
      readonly delta: string;
    }
  | { readonly type: "part-end"; readonly part: number; readonly content: AssistantPart }
  /** Counters of the reply so far, for a reply that may be cut. A later one stands instead of an earlier one. */
  | { readonly type: "usage"; readonly usage: Usage }
  | {
      readonly type: "message-end";
      readonly stop: StopReason;
      /** The vendor's own word, untouched. */
      readonly rawStop: string;
      readonly usage: Usage;
      /** The vendor's own counters, untouched. */
      readonly rawUsage?: JsonValue;
    };

/**
 * Law: only `retry-wait` and `model-switched` may come before the first `message-start`. After `reply-restarted` the law of `ModelEvent`
 * starts anew and readers drop what they had of the reply. `model-switched` stands between two attempts.
 */
export type AttemptEvent =
  | ModelEvent
  | {
      readonly type: "retry-wait";
      readonly ms: number;
      readonly reason: string;
      /** The attempt that failed, from 1. */
      readonly attempt: number;
      /** No vendor bills it: see `ProviderError.unbilled`. */
      readonly unbilled?: true;
      /** What failed, where the vendor said how long to wait: `ms` may be less. */
      readonly asked?: { readonly ms: number; readonly code: string; readonly message: string };
    }
  | { readonly type: "reply-restarted"; readonly attempt: number; readonly reason: string }
  | {
      readonly type: "model-switched";
      readonly provider: string;
      readonly model: string;
      readonly reason: string;
      /** Of the one that goes on; the cost of its answer is counted by it. */
      readonly price?: ModelPrice;
      /** No vendor bills what was tried before, or nothing was. */
      readonly unbilled?: true;
    };
