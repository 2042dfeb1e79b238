import { isJsonObject } from "@skein/protocol";
import type { JsonObject } from "@skein/protocol";
import { jsonIn } from "./json-fields.ts";

/** The error in a response body, unwrapped from the formats of vendors and proxies. */
export interface ErrorBody {
  /** The innermost error object; empty when the body is not a JSON object. */
  readonly error: JsonObject;
  /** The object that contains it; the same when nothing wraps it. */
  readonly outer: JsonObject;
  /** The whole body: the text, or the JSON. `""` when empty. */
  readonly text: string;
}

/** @param body - as text, or parsed. */
export function errorIn(body: unknown): ErrorBody {
  const value: unknown = typeof body === "string" ? (jsonIn(body) ?? body) : body;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const outer = isJsonObject(first) ? first : {};
  const error = isJsonObject(outer["error"]) ? outer["error"] : outer;
  const isText = typeof value === "string";
  return { error, outer, text: isText ? value : value == null ? "" : JSON.stringify(value) };
}
