import type { JsonObject, JsonSchema, JsonValue } from "../json.ts";
import type { AssistantPart, Message } from "../messages.ts";

/**
 * A vendor. Owns credentials and transport, and creates models with the retry
 * layer.
 *
 * Write one with `createProvider` of `@skein/provider-kit`.
 */
export interface ModelProvider {
  /**
   * Id that users type after `--provider`, such as `anthropic`. Also the owner
   * of sidecars: renaming a provider makes its stored sidecars useless.
   */
  readonly id: string;
  /**
   * Creates a model. Never fails for an unknown id: the vendor decides which
   * models exist.
   */
  model(modelId: string): AttemptModel;
  /**
   * Looks up what is needed to work (a key, an address) without using the
   * network. Throws `ConfigError`.
   *
   * Optional for callers: a model does the same before its first request.
   */
  prepare(): Promise<void>;
  /**
   * Opens the connection of the first request ahead of it, after `prepare`.
   * Sends nothing, and never throws. Call it only if a request is about to
   * follow.
   */
  preconnect?(): void;
  /** Lists the models of the endpoint. Throws `ProviderError`. */
  models(signal?: AbortSignal): Promise<readonly ModelInfo[]>;
  /**
   * Verifies the key and the address with one cheap request. Throws
   * `ProviderError`.
   */
  check(signal?: AbortSignal): Promise<void>;
}

/** Model that an endpoint lists. */
export interface ModelInfo {
  /** Id for `ModelProvider.model`. */
  readonly id: string;
  /** Name for people. Absent: the vendor has only the id. */
  readonly name?: string;
  /** Limits that the endpoint states. Providers may add known ones. */
  readonly limits: ModelLimits;
}

/**
 * Limits and inputs of a model. An absent field means unknown; never guess a
 * limit.
 */
export interface ModelLimits {
  /** Context window: tokens of prompt and reply together. */
  readonly contextTokens?: number;
  /** Longest reply in tokens, thinking included. */
  readonly outputTokens?: number;
  /** True if messages and tool results may contain images. */
  readonly images?: boolean;
  /** True if messages may contain PDFs. */
  readonly pdfs?: boolean;
}

/** Prices in US dollars per million tokens. */
export interface TokenRates {
  /** Price of prompt tokens that no cache was used for. */
  readonly input: number;
  /** Price of reply tokens, thinking included. */
  readonly output: number;
  /**
   * Price of prompt tokens read from the cache. Absent: unknown. The cost of a
   * call with such tokens is then unknown too.
   */
  readonly cacheRead?: number;
  /**
   * Price of prompt tokens written to the cache. Absent: unknown, as for
   * `cacheRead`.
   */
  readonly cacheWrite?: number;
}

/**
 * Price of a model. The rates in this object apply to prompts below all tiers.
 *
 * @example
 * ```ts
 * const price: ModelPrice = {
 *   input: 3,
 *   output: 15,
 *   tiers: [{ aboveInputTokens: 200_000, input: 6, output: 22.5 }],
 * };
 * ```
 */
export interface ModelPrice extends TokenRates {
  /**
   * Higher rates for long prompts, in any order. The tier with the highest
   * bound below the prompt's length applies to the whole call.
   */
  readonly tiers?: readonly PriceTier[];
}

/**
 * Rates for the whole call, output included, if the prompt is longer than the
 * bound.
 */
export interface PriceTier extends TokenRates {
  /**
   * Bound in prompt tokens: uncached, read from a cache and written to one. A
   * prompt of exactly this length does not reach the tier.
   */
  readonly aboveInputTokens: number;
}

/** Facts about a model that are known without a request. */
interface ModelBase {
  /**
   * Provider id. Only this model's provider gets back the sidecars that it
   * writes.
   */
  readonly provider: string;
  /** Model id, as the vendor spells it. */
  readonly id: string;
  /** Limits of the model, as far as they are known. */
  readonly limits: ModelLimits;
  /**
   * Price of the model. `undefined`: unknown. The cost is then unknown too, not
   * 0.
   */
  readonly price?: ModelPrice | undefined;
  /**
   * Set if the model calls models by itself, as an agent does, so that no limit
   * of cost or tokens could be enforced. Default: not set.
   */
  readonly isUnmetered?: true | undefined;
  /**
   * Says how a request with these options uses thinking. Absent: unless the
   * effort is `none`, thinking may be hidden.
   */
  readonly thinking?: ((options: ModelOptions) => ThinkingPlan) | undefined;
  /** Support for reasoning efforts. Absent: unknown. */
  readonly effort?: EffortTraits | undefined;
  /**
   * Input tokens that the vendor adds to a request with tools. Estimates have
   * them until a reply says what a request counted. Default: 0.
   */
  readonly addedTokens?: number | undefined;
  /**
   * Tools that the model calls without being offered them, in addition to those
   * of the session. Example: an agent that asks before it acts. They are never
   * sent. Each one is a `Tool`, which `toolsOfModel` returns. Default: none.
   */
  readonly tools?: readonly { readonly name: string }[] | undefined;
}

/**
 * Support for `ModelOptions.effort`, as far as it is known before a request.
 */
export interface EffortTraits {
  /**
   * Efforts that can be sent, weakest first. Only `none`, or empty: the model
   * does not reason. Absent: unknown.
   */
  readonly levels?: readonly Effort[] | undefined;
  /**
   * True if a request with another effort still reads what the vendor has
   * cached. Absent: unknown.
   */
  readonly keepsCache?: boolean | undefined;
}

/** Facts about a model's thinking that a budget needs. */
export interface ThinkingPlan {
  /**
   * Tokens of the output limit that are reserved for thinking, fixed for the
   * session. 0: none, or as many as the model likes.
   */
  readonly budgetTokens: number;
  /**
   * True if tokens may be billed that no event shows, because thinking is
   * hidden or summarized. A budget then charges the whole output limit if the
   * reply is interrupted.
   */
  readonly isHidden: boolean;
}

/**
 * Model that makes one attempt per request. What the author of a provider
 * implements; `createProvider` adds the retry layer.
 */
export interface ChatModel extends ModelBase {
  /**
   * Sends a request and yields the reply as it arrives.
   *
   * Errors are thrown from the iteration as `ProviderError`, never sent as
   * events. If `signal` is aborted, the iteration throws the signal's reason.
   * Leaving the iteration closes the connection. The order of events is a law:
   * see `ModelEvent`.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** Model with the retry layer. Every `ChatModel` is one that never retries. */
export interface AttemptModel extends ModelBase {
  /**
   * Sends a request, and sends it again if an attempt fails and the error is
   * retryable. Throws the last `ProviderError`.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<AttemptEvent>;
}

/**
 * Reasoning efforts, weakest first. Each provider maps them to its vendor's
 * values.
 */
export const efforts = ["none", "low", "medium", "high", "max"] as const;

/** One of `efforts`. */
export type Effort = (typeof efforts)[number];

/** Lengths of replies, shortest first. */
export const verbosities = ["low", "medium", "high"] as const;

/** Tool use of a reply: as the model likes, at least one call, or none. */
export const toolChoices = ["auto", "required", "none"] as const;

/** Tool as a model sees it. */
export interface ToolDefinition {
  /**
   * Name that the model calls. Vendors accept few characters and a limited
   * length; `legalName` of `@skein/provider-kit` maps other names.
   */
  readonly name: string;
  /**
   * Text that tells the model what the tool does and when to use it. A prompt.
   */
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonSchema;
}

/**
 * Tools whose definitions the model does not read until it has searched for
 * them.
 */
export interface DeferredTools {
  /** Definitions, sorted by name. */
  readonly tools: readonly ToolDefinition[];
  /**
   * Names of the tools in the request with which the model finds and calls
   * these, if the vendor has no search.
   */
  readonly through: readonly string[];
}

/** Session that a request belongs to. */
export interface RequestSession {
  /** Session id. */
  readonly id: string;
  /** Absolute path of the working folder. */
  readonly cwd: string;
}

/**
 * Request to a model. Each request of a conversation is a prefix of the next
 * one, so that prompt caches work and signed thinking stays valid.
 *
 * The system prompt is fixed, tools are sorted by name, messages are only
 * appended. What changes (date, todo list) is dynamic context, which is
 * attached to messages and stays there.
 */
export interface ModelRequest {
  /** System prompt. `""`: none. */
  readonly system: string;
  /** Tools that the model may call, sorted by name. Empty: none. */
  readonly tools: readonly ToolDefinition[];
  /**
   * Tools for a search of the vendor. A provider whose vendor searches tools
   * itself sends these in place of the tools in `through`. All others ignore
   * the field.
   */
  readonly deferred?: DeferredTools | undefined;
  /**
   * Conversation. Do not change a message once it was sent: providers and the
   * hash of the request remember what they made of it by its identity. A new
   * object is a new message.
   */
  readonly messages: readonly Message[];
  /**
   * Session whose conversation this is, for models that store one themselves or
   * act in its folder. Not part of what is hashed or replayed. Absent: an
   * auxiliary request.
   */
  readonly session?: RequestSession | undefined;
  /** Options of this request. */
  readonly options: ModelOptions;
  /**
   * Tokens that a budget has reserved for this reply. Lowers the output limit
   * that is sent and changes nothing else in the request, thinking budgets
   * included.
   *
   * Every provider applies it, and reads it again for every attempt, since a
   * retry may have less. Default: no limit beyond the options.
   */
  readonly outputCap?: number;
}

/**
 * Options of a request. Options that are not set are left to the vendor.
 *
 * A provider without a field for an option reports in a notice that it is not
 * sent.
 */
export interface ModelOptions {
  /** Longest reply in tokens. */
  readonly maxOutputTokens?: number;
  /** Sampling temperature, on the vendor's scale. */
  readonly temperature?: number;
  /** Reasoning effort. Use `requireEffort` to check that the model takes it. */
  readonly effort?: Effort;
  /**
   * JSON Schema of the reply's text. Enforced by the vendor if its API supports
   * the schema, and ignored elsewhere, so validate the text in any case.
   */
  readonly responseSchema?: JsonSchema;
  /** Length of the reply. */
  readonly verbosity?: (typeof verbosities)[number];
  /** The vendor's own value: `flex`, `priority`, `standard_only` … */
  readonly serviceTier?: string;
  /** True if the model calls tools. */
  readonly toolChoice?: (typeof toolChoices)[number];
  /** `false`: at most one tool call per reply. */
  readonly parallelTools?: boolean;
  /** Lifetime of the prompt cache at the vendor. */
  readonly cacheTtl?: "5m" | "1h";
  /**
   * `true`: the vendor stores system prompt and tools in a cache made for them.
   * Default: `false`.
   */
  readonly explicitCache?: boolean;
  /**
   * `true`: the vendor searches the web while the model replies. Its searches,
   * results and citations are parts of the reply, as opaque parts and sidecars.
   * It bills them in addition to tokens. Default: `false`.
   */
  readonly webSearch?: boolean;
  /**
   * More fields of the body, named as in the vendor's API; objects are merged.
   * They override everything but the conversation.
   */
  readonly body?: JsonObject;
}

/**
 * Reason why a reply stopped.
 *
 * - `answered`: the model finished.
 * - `tool-calls`: it waits for tool results. Only then are its calls run.
 * - `length`: cut off by an output limit.
 * - `refused`: the model or a filter declined.
 * - `paused`: the vendor wants the same conversation sent again to continue.
 * - `other`: see `rawStop`.
 */
export const stopReasons = ["answered", "tool-calls", "length", "refused", "paused", "other"] as const;

/** One of `stopReasons`. */
export type StopReason = (typeof stopReasons)[number];

/**
 * Token counters of `Usage` that sums consist of. `prompt` is missing: it
 * repeats others.
 */
export const usageCounters = ["input", "output", "cacheRead", "cacheWrite", "reasoning"] as const;

/** What a call has used, as the provider counts. An absent counter is unknown, not 0. */
export interface Usage {
  /** Prompt tokens, without those read from or written to a cache. */
  readonly input?: number;
  /** Reply tokens, thinking included. */
  readonly output?: number;
  /** Prompt tokens read from the cache. */
  readonly cacheRead?: number;
  /** Prompt tokens written to the cache. */
  readonly cacheWrite?: number;
  /**
   * All prompt tokens, cached or not. Set by vendors that report them as one
   * number, so that none are lost if a cache counter is missing.
   */
  readonly prompt?: number;
  /** Part of `output` that was spent on thinking. */
  readonly reasoning?: number;
  /**
   * US dollars that the provider says it charges for the call. Absent: it does
   * not say.
   */
  readonly reportedUsd?: number;
}

/**
 * Type of a piece of a reply: text, thinking, or the arguments of a tool call.
 */
export type DeltaType = "text-delta" | "thinking-delta" | "input-delta";

/**
 * Event of one attempt.
 *
 * Law: one `message-start`; then parts, each `part-start`, its deltas,
 * `part-end` with the complete part; then exactly one `message-end`, and
 * nothing after it.
 *
 * - Parts are numbered from 0 without gaps in the order they start. Deltas of
 *   several open parts may alternate.
 * - A delta's type matches its part's kind; `opaque` parts have no deltas.
 * - A stream that ends without `message-end` must throw.
 * - `usage` may come any number of times between start and end.
 *
 * `streamLawBreaks` of `@skein/provider-kit` checks all of this.
 */
export type ModelEvent =
  /** The vendor has started to reply. */
  | {
      readonly type: "message-start";
      /**
       * Model that replies, as the vendor reports it. Can be more exact than
       * the requested one.
       */
      readonly modelId: string;
      /** The vendor's id of the request, for its support. */
      readonly requestId?: string;
    }
  /** A part of the reply starts. */
  | {
      readonly type: "part-start";
      /** Index of the part, from 0. */
      readonly part: number;
      /** Type of the part. */
      readonly kind: AssistantPart["type"];
      /** Name of a tool call, if already known, to show it early. */
      readonly name?: string;
    }
  /** Next piece of an open part. */
  | {
      /** Must match the kind of the part. */
      readonly type: DeltaType;
      /** Index of the part. */
      readonly part: number;
      /** Text to append. For `input-delta`: a piece of JSON text. */
      readonly delta: string;
    }
  /** A part is complete. */
  | {
      readonly type: "part-end";
      /** Index of the part. */
      readonly part: number;
      /** Whole part, so that readers need not join deltas. */
      readonly content: AssistantPart;
    }
  /**
   * Counters of the reply so far, for a reply that may be interrupted. A later
   * event replaces an earlier one.
   */
  | {
      readonly type: "usage";
      /** Tokens so far. */
      readonly usage: Usage;
    }
  /** The reply is complete. */
  | {
      readonly type: "message-end";
      /** Reason why the reply stopped. */
      readonly stop: StopReason;
      /** The vendor's own value, unchanged. */
      readonly rawStop: string;
      /** Tokens of the whole reply. */
      readonly usage: Usage;
      /** The vendor's own counters, unchanged. */
      readonly rawUsage?: JsonValue;
    };

/**
 * Event of a model with the retry layer.
 *
 * Law: only `retry-wait` and `model-switched` may come before the first
 * `message-start`. After `reply-restarted` the law of `ModelEvent` starts
 * again, and readers drop what they had of the reply. `model-switched` comes
 * between two attempts.
 */
export type AttemptEvent =
  | ModelEvent
  /** An attempt failed. The next one starts after a delay. */
  | {
      readonly type: "retry-wait";
      /** Delay in milliseconds. */
      readonly ms: number;
      /** Message of the error, for people. */
      readonly reason: string;
      /** Number of the attempt that failed, from 1. */
      readonly attempt: number;
      /**
       * Set if the vendor does not bill the attempt: see
       * `ProviderError.unbilled`.
       */
      readonly unbilled?: true;
      /**
       * Error, if the vendor stated how long to wait. `ms` of the event may be
       * less, because the retry policy limits it.
       */
      readonly asked?: { readonly ms: number; readonly code: string; readonly message: string };
    }
  /** The reply starts again from scratch. */
  | {
      readonly type: "reply-restarted";
      /** Number of the new attempt, from 2. */
      readonly attempt: number;
      /** Message of the error, for people. */
      readonly reason: string;
    }
  /** Another model replaces the one that failed. */
  | {
      readonly type: "model-switched";
      /** Provider of the new model. */
      readonly provider: string;
      /** Id of the new model. */
      readonly model: string;
      /** Message of the error, for people. */
      readonly reason: string;
      /** Price of the new model, for the cost of its reply. */
      readonly price?: ModelPrice;
      /**
       * Set if the vendor bills none of the attempts before, or there were
       * none.
       */
      readonly unbilled?: true;
    };
