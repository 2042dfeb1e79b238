import type { JsonObject, JsonValue } from "@skein/protocol";

/** The Messages API as far as it is spoken here. Loose where the vendor adds things without notice. */
export interface WireRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly stream: true;
  readonly temperature?: number;
  readonly thinking?: JsonObject;
  readonly output_config?: JsonObject;
  readonly service_tier?: string;
  readonly tool_choice?: JsonObject;
  readonly system?: readonly WireBlock[];
  readonly tools?: readonly WireTool[];
  readonly messages: readonly WireMessage[];
}

export interface WireTool {
  /** Of the vendor's own tools. */
  readonly type?: string;
  readonly name: string;
  readonly description?: string;
  readonly input_schema?: { readonly [keyword: string]: unknown };
  readonly defer_loading?: true;
  /** Of the search of the web: searches of one request. */
  readonly max_uses?: number;
  readonly cache_control?: CacheControl;
}

export interface CacheControl {
  readonly type: "ephemeral";
  readonly ttl?: "1h";
}

export interface WireMessage {
  readonly role: "user" | "assistant";
  readonly content: readonly WireBlock[];
}

export interface WireBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One event of a stream; what it holds depends on its type. */
export interface WireEvent {
  readonly index?: number;
  readonly message?: WireMessageStart;
  readonly content_block?: JsonObject;
  readonly delta?: JsonObject;
  readonly usage?: JsonObject | null;
  readonly error?: JsonValue;
}

interface WireMessageStart {
  readonly id?: string;
  readonly model?: string;
  readonly content?: JsonValue;
  readonly stop_reason?: JsonValue;
  readonly usage?: JsonObject | null;
}
