import type { JsonObject, JsonSchema, JsonValue } from "../json.ts";
import type { AssistantPart, Message } from "../messages.ts";

/** A vendor. Owns credentials and transport, and creates models with the retry layer. */
export interface ModelProvider {
  /** For example `anthropic`: what users type after `--provider`. */
  readonly id: string;
  /** Never fails for an unknown id; the vendor decides which models exist. */
  model(modelId: string): AttemptModel;
  /**
   * Looks up what is needed to work (a key, an address) without using the network. Throws
   * `ConfigError`. Optional: a model does the same before its first request.
   */
  prepare(): Promise<void>;
  /**
   * Opens the connection of the first request ahead of it, after `prepare`. Nothing is sent before the request, and
   * nothing is thrown. Only for what is about to call a model.
   */
  preconnect?(): void;
  /** The models that the endpoint lists. Throws `ProviderError`. */
  models(signal?: AbortSignal): Promise<readonly ModelInfo[]>;
  /** One cheap request that verifies the key and the address. Throws `ProviderError`. */
  check(signal?: AbortSignal): Promise<void>;
}

export interface ModelInfo {
  readonly id: string;
  readonly name?: string;
  readonly limits: ModelLimits;
}

/** What a model takes. `undefined` means unknown; no value is guessed. */
export interface ModelLimits {
  readonly contextTokens?: number;
  readonly outputTokens?: number;
  /** Whether messages and tool results may hold images. */
  readonly images?: boolean;
  /** Whether messages may hold PDFs. */
  readonly pdfs?: boolean;
}

/** US dollars per million tokens. */
export interface TokenRates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** The rates for prompts below all tiers. */
export interface ModelPrice extends TokenRates {
  /** In any order; the tier with the highest bound below the prompt's length applies. */
  readonly tiers?: readonly PriceTier[];
}

/** The rates for the whole call, output included, when the prompt is longer than this. */
export interface PriceTier extends TokenRates {
  /** Prompt tokens: uncached, read from a cache and written to one. */
  readonly aboveInputTokens: number;
}

interface ModelBase {
  /** The provider's id; owns the sidecars that this model writes. */
  readonly provider: string;
  readonly id: string;
  readonly limits: ModelLimits;
  /** `undefined` means unknown: the cost is then unknown too, not 0. */
  readonly price?: ModelPrice | undefined;
  /** It calls models by itself, as an agent does: no limit of cost or tokens could be kept. Default false. */
  readonly isUnmetered?: true | undefined;
  /** How a request with these options uses thinking. Absent: unless the effort is `none`, thinking may be hidden. */
  readonly thinking?: ((options: ModelOptions) => ThinkingPlan) | undefined;
  /** How the model takes a reasoning effort. Absent: unknown. */
  readonly effort?: EffortTraits | undefined;
  /**
   * Tools that the model calls without being told of them, beside those of the session: an agent that asks before it acts,
   * for example. They are never sent. Each is a `Tool`, which `toolsOfModel` returns. Default: none.
   */
  readonly tools?: readonly { readonly name: string }[] | undefined;
}

/** What is known before a request of how a model takes `ModelOptions.effort`. */
export interface EffortTraits {
  /** The efforts that it is sent as they are, weakest first; none but `none`: it does not reason. Absent: unknown. */
  readonly levels?: readonly Effort[] | undefined;
  /** Whether a request with another effort still reads what the vendor has cached. Absent: unknown. */
  readonly keepsCache?: boolean | undefined;
}

/** What a budget must know about a model's thinking. */
export interface ThinkingPlan {
  /**
   * Tokens of the output limit that are reserved for thinking, fixed for the session. 0: none, or as many as the
   * model likes.
   */
  readonly budgetTokens: number;
  /** Whether tokens may be billed that no event shows: thinking that is hidden or summarised. */
  readonly isHidden: boolean;
}

/** One request, one attempt. */
export interface ChatModel extends ModelBase {
  /**
   * Errors are thrown from the iteration as `ProviderError`, never sent as events. When `signal` is aborted the
   * iteration throws the signal's reason. Leaving the iteration closes the connection.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** A model with the retry layer. Every `ChatModel` is one that never retries. */
export interface AttemptModel extends ModelBase {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<AttemptEvent>;
}

/** Weakest first. */
export const efforts = ["none", "low", "medium", "high", "max"] as const;

export type Effort = (typeof efforts)[number];

/** How long replies are. */
export const verbosities = ["low", "medium", "high"] as const;

/** Whether a model calls tools: as it likes, at least one per reply, or none. */
export const toolChoices = ["auto", "required", "none"] as const;

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** Tools whose definitions the model does not read until it has looked for them. */
export interface DeferredTools {
  /** Sorted by name. */
  readonly tools: readonly ToolDefinition[];
  /** Names of the tools in the request by which the model finds and calls these, where the vendor has no search. */
  readonly through: readonly string[];
}

export interface RequestSession {
  readonly id: string;
  /** Absolute. */
  readonly cwd: string;
}

/**
 * Each request is a prefix of the next one, so that prompt caches work and signed thinking stays valid: the system
 * prompt is fixed, tools are sorted by name, messages are only appended. What changes (date, todo list) is dynamic
 * context, which is attached to messages and stays there.
 */
export interface ModelRequest {
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  /**
   * For wires whose vendor searches tools itself: they send these in the place of the tools `through` which they are found
   * elsewhere. All others ignore it.
   */
  readonly deferred?: DeferredTools | undefined;
  /**
   * A message is not changed once it was sent: what wires and the hash of the request have made of it is kept by its
   * identity. A new object is a new message.
   */
  readonly messages: readonly Message[];
  /**
   * The session whose conversation this is, for models that keep one themselves or act in its folder. Not part of what
   * is hashed or replayed. Absent: a request beside the conversation.
   */
  readonly session?: RequestSession | undefined;
  readonly options: ModelOptions;
  /**
   * Tokens that a budget has reserved for this reply. Lowers the output limit that is sent and changes nothing else
   * in the request, thinking budgets included. Every wire applies it, and reads it again for every attempt, since a
   * retry may have less. Default: no limit beyond the options.
   */
  readonly outputCap?: number;
}

/** Options that are not set are left to the vendor. */
export interface ModelOptions {
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly effort?: Effort;
  /**
   * Output schema of the reply's text, as JSON. Enforced by the vendor where its API supports the schema, and ignored
   * elsewhere, so validate the text in any case.
   */
  readonly responseSchema?: JsonSchema;
  /**
   * A wire without such a field reports in a notice that it is not sent; the same goes for the
   * options below.
   */
  readonly verbosity?: (typeof verbosities)[number];
  /** The vendor's own value: `flex`, `priority`, `standard_only` … */
  readonly serviceTier?: string;
  readonly toolChoice?: (typeof toolChoices)[number];
  /** `false`: at most one tool call per reply. */
  readonly parallelTools?: boolean;
  /** How long the vendor keeps the prompt cache. */
  readonly cacheTtl?: "5m" | "1h";
  /** `true`: the vendor keeps system prompt and tools in a cache made for them. Default: `false`. */
  readonly explicitCache?: boolean;
  /**
   * `true`: the vendor searches the web while the model replies. Its searches, results and citations are parts of the
   * reply, as opaque parts and sidecars. It bills them apart from tokens. Default: `false`.
   */
  readonly webSearch?: boolean;
  /**
   * Further fields of the body, named as in the vendor's API; objects are merged. They override everything but the
   * conversation.
   */
  readonly body?: JsonObject;
}

/**
 * - `answered`: the model finished. `tool-calls`: it waits for tool results.
 * - `length`: cut off by an output limit. `refused`: the model or a filter declined.
 * - `paused`: the vendor wants the same conversation sent again to continue. `other`: see `rawStop`.
 */
export const stopReasons = ["answered", "tool-calls", "length", "refused", "paused", "other"] as const;

export type StopReason = (typeof stopReasons)[number];

/** The fields of `Usage`. */
export const usageCounters = ["input", "output", "cacheRead", "cacheWrite", "reasoning"] as const;

/** Tokens. An absent counter is unknown, not 0. `input` excludes tokens read from or written to a cache. */
export interface Usage {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /**
   * All prompt tokens, cached or not. Set by vendors that report them as one number, so that none are lost when a
   * cache counter is missing.
   */
  readonly prompt?: number;
  /** The part of `output` that was spent on thinking. */
  readonly reasoning?: number;
}

/** What a piece of a reply continues. */
export type DeltaType = "text-delta" | "thinking-delta" | "input-delta";

/**
 * Law: one `message-start`; then parts, each `part-start`, its deltas, `part-end` with the complete part; then
 * exactly one `message-end`, and nothing after it. Parts are numbered from 0 without gaps in the order they start;
 * deltas of several open parts may interleave. A delta's type matches its part's kind; `opaque` parts have no deltas.
 * A stream that ends without `message-end` must throw. `usage` may come any number of times between start and end.
 * `streamLawBreaks` of `@skein/provider-kit` checks all of this.
 */
export type ModelEvent =
  | { readonly type: "message-start"; readonly modelId: string; readonly requestId?: string }
  | {
      readonly type: "part-start";
      readonly part: number;
      readonly kind: AssistantPart["type"];
      /** Of a tool call, when already known, to show it early. */
      readonly name?: string;
    }
  | {
      readonly type: DeltaType;
      readonly part: number;
      readonly delta: string;
    }
  | { readonly type: "part-end"; readonly part: number; readonly content: AssistantPart }
  /** Counters of the reply so far, for a reply that may be cut off. A later event replaces an earlier one. */
  | { readonly type: "usage"; readonly usage: Usage }
  | {
      readonly type: "message-end";
      readonly stop: StopReason;
      /** The vendor's own value, unchanged. */
      readonly rawStop: string;
      readonly usage: Usage;
      /** The vendor's own counters, unchanged. */
      readonly rawUsage?: JsonValue;
    };

/**
 * Law: only `retry-wait` and `model-switched` may come before the first `message-start`. After `reply-restarted` the
 * law of `ModelEvent` starts again and readers drop what they had of the reply. `model-switched` comes between two
 * attempts.
 */
export type AttemptEvent =
  | ModelEvent
  | {
      readonly type: "retry-wait";
      readonly ms: number;
      readonly reason: string;
      /** The attempt that failed, from 1. */
      readonly attempt: number;
      /** The vendor does not bill it: see `ProviderError.unbilled`. */
      readonly unbilled?: true;
      /** The error, when the vendor stated how long to wait; `ms` may be less. */
      readonly asked?: { readonly ms: number; readonly code: string; readonly message: string };
    }
  | { readonly type: "reply-restarted"; readonly attempt: number; readonly reason: string }
  | {
      readonly type: "model-switched";
      readonly provider: string;
      readonly model: string;
      readonly reason: string;
      /** Price of the model that takes over, for the cost of its reply. */
      readonly price?: ModelPrice;
      /** The vendor bills none of the attempts before, or there were none. */
      readonly unbilled?: true;
    };
