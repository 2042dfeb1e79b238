import type { JsonObject, JsonValue } from "@skein/protocol";

/** `streamGenerateContent` as far as it is spoken here. Loose where the vendor adds things without notice. */
export interface WireRequest {
  /** The name of a cache with the `WireHead`. */
  readonly cachedContent?: string;
  readonly systemInstruction?: { readonly parts: readonly WirePart[] };
  readonly tools?: readonly (
    | { readonly functionDeclarations: readonly WireFunction[] }
    | { readonly googleSearch: object }
  )[];
  readonly toolConfig?: JsonObject;
  readonly generationConfig?: WireGenerationConfig;
  readonly contents: readonly WireContent[];
}

/** The part of a request that an explicit cache can hold, and that a request with one must not repeat. */
export type WireHead = Pick<WireRequest, "systemInstruction" | "tools" | "toolConfig">;

/** What `cachedContents` takes. */
export interface WireCache extends WireHead {
  /** With `models/`. */
  readonly model: string;
  /** Seconds: `300s`. */
  readonly ttl: string;
}

export interface WireFunction {
  readonly name: string;
  readonly description?: string;
  readonly parametersJsonSchema?: { readonly [keyword: string]: unknown };
}

export interface WireGenerationConfig {
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly thinkingConfig?: WireThinking;
  readonly responseMimeType?: "application/json";
  readonly responseJsonSchema?: { readonly [keyword: string]: unknown };
}

export interface WireThinking {
  readonly includeThoughts?: boolean;
  readonly thinkingBudget?: number;
  readonly thinkingLevel?: "MINIMAL" | "LOW" | "MEDIUM" | "HIGH";
}

export interface WireContent {
  readonly role: "user" | "model";
  readonly parts: readonly WirePart[];
}

/** One of `text`, `functionCall`, `functionResponse`, `inlineData`, or something of the vendor's own. */
export interface WirePart {
  readonly [field: string]: JsonValue;
}

/** One event of a stream, or the whole of an answer that was not streamed. */
export interface WireChunk {
  readonly candidates?: JsonValue;
  readonly promptFeedback?: JsonValue;
  readonly usageMetadata?: JsonObject;
  readonly modelVersion?: JsonValue;
  readonly responseId?: JsonValue;
  readonly error?: JsonValue;
}
