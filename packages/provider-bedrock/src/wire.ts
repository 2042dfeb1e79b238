import type { JsonObject, JsonValue } from "@skein/protocol";

/** `ConverseStream` as far as it is spoken here. Loose where the vendor adds things without notice. */
export interface WireRequest {
  readonly additionalModelRequestFields?: JsonObject;
  readonly inferenceConfig?: { readonly maxTokens?: number; readonly temperature?: number };
  readonly system?: readonly WireBlock[];
  readonly serviceTier?: { readonly type: string };
  readonly toolConfig?: { readonly tools: readonly WireTool[]; readonly toolChoice?: JsonObject };
  readonly messages: readonly WireMessage[];
}

type WireTool = { readonly toolSpec: WireToolSpec } | CachePoint;

export interface WireToolSpec {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: { readonly json: JsonObject };
}

export interface CachePoint {
  readonly cachePoint: { readonly type: "default"; readonly ttl?: "1h" };
}

export interface WireMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly WireBlock[];
}

/** An object with one field, which says what it is: `text`, `image`, `toolUse`, `reasoningContent` … */
export type WireBlock = JsonObject;

/** One event of a stream; what it holds depends on its type. */
export interface WireEvent {
  readonly contentBlockIndex?: JsonValue;
  readonly start?: JsonValue;
  readonly delta?: JsonValue;
  readonly stopReason?: JsonValue;
  readonly usage?: JsonValue;
}
