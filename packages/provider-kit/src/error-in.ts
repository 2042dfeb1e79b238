// Bodies of errors. OpenAI, Anthropic and Gemini wrap the error in `error`,
// Gemini sometimes in a list, gateways in one more object, and proxies send
// text or a page.
import { isJsonObject } from "@skein/protocol";
import type { JsonObject } from "@skein/protocol";
import { jsonIn } from "./json-fields.ts";

/**
 * Error in a response body, unwrapped from the formats of vendors and proxies.
 */
export interface VendorErrorBody {
  /** Innermost error object. Empty if the body is not a JSON object. */
  readonly error: JsonObject;
  /** Object that contains the error. The same object if nothing wraps it. */
  readonly outer: JsonObject;
  /** Whole body: the text, or the JSON. `""` if empty. */
  readonly text: string;
}

/**
 * Finds the error in a response body. Accepts `{ error: { … } }`, a list with
 * one such object, a bare error object, MiniMax's `base_resp`, and text.
 *
 * @param body - body as text, or parsed.
 *
 * @example
 * ```ts
 * errorIn('{"error": {"code": "quota"}}').error["code"]; // "quota"
 * ```
 */
export function errorIn(body: unknown): VendorErrorBody {
  const value: unknown = typeof body === "string" ? (jsonIn(body) ?? body) : body;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const outer = isJsonObject(first) ? first : {};
  const error = isJsonObject(outer["error"]) ? outer["error"] : (failedBase(outer) ?? outer);
  const isText = typeof value === "string";
  return { error, outer, text: isText ? value : value == null ? "" : JSON.stringify(value) };
}

/**
 * Reads MiniMax's `base_resp`, which every reply has: 0 is success, everything
 * else an error, also with status 200.
 *
 * Source: platform.minimax.io/docs/api-reference/errorcode, read 2026-11-30.
 *
 * @returns an error whose code is `base_resp 1008` and the like, since the
 *   numbers mean something else to other vendors.
 */
export function failedBase({ base_resp: base }: JsonObject): JsonObject | undefined {
  if (!isJsonObject(base) || typeof base["status_code"] !== "number" || base["status_code"] === 0)
    return undefined;
  return { code: `base_resp ${base["status_code"]}`, message: base["status_msg"] ?? "" };
}
