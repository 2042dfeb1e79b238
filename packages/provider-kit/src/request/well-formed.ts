// Lone surrogates. JavaScript strings can contain half of a character, for
// example where a text was cut to a length. JSON of such a string is not valid
// UTF-8, and vendors reject the whole request.
import { isBroken, isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue, ToolCallPart } from "@skein/protocol";

/**
 * Replaces lone surrogates in strings and keys: vendors reject requests that
 * contain one. A cut through an emoji leaves one.
 */
export function wellFormed<Value extends JsonValue>(value: Value): Value {
  return changed(value) as Value;
}

/**
 * Returns a call's arguments as the object that protocols require. `{}` if they
 * were not an object or did not parse.
 */
export function callInput(call: ToolCallPart): JsonObject {
  return isBroken(call) || !isJsonObject(call.input) ? {} : wellFormed(call.input);
}

function changed(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(changed);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), changed(item)]));
}
