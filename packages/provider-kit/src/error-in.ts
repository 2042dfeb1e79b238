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
 * one such object, a bare error object, and text.
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
  const error = isJsonObject(outer["error"]) ? outer["error"] : outer;
  const isText = typeof value === "string";
  return { error, outer, text: isText ? value : value == null ? "" : JSON.stringify(value) };
}
