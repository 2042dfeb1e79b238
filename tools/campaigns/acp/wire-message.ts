import type { JsonObject, JsonValue } from "../../../packages/protocol/src/index.ts";

/** A message of JSON-RPC: a request, a notification, or a response. */
export interface WireMessage {
  readonly jsonrpc?: string;
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: JsonObject;
  readonly result?: JsonValue;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: JsonValue };
}
