import { isJsonObject } from "@skein/protocol";
import type { JsonObject } from "@skein/protocol";
import { jsonIn } from "./json-fields.ts";

/** The error in the body of an answer, out of the shapes that vendors and proxies wrap it in. */
export interface ErrorBody {
  /** The innermost object that tells of it; empty when the body is no JSON object. */
  readonly error: JsonObject;
  /** The object that holds it; the same where nothing wraps it. */
  readonly outer: JsonObject;
  /** All that was said: the text itself, or the JSON. `""` for nothing. */
  readonly text: string;
}

/** @param body - as it came: text, or what it parsed to. */
export function errorIn(body: unknown): ErrorBody {
  const value: unknown = typeof body === "string" ? (jsonIn(body) ?? body) : body;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const outer = isJsonObject(first) ? first : {};
  const error = isJsonObject(outer["error"]) ? outer["error"] : outer;
  const isText = typeof value === "string";
  return { error, outer, text: isText ? value : value == null ? "" : JSON.stringify(value) };
}
