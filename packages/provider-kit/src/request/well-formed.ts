import { isBroken, isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue, ToolCallPart } from "@skein/protocol";

/** The same value without lone surrogates in strings and keys: vendors reject requests that contain one. */
export function wellFormed<Value extends JsonValue>(value: Value): Value {
  return changed(value) as Value;
}

/**
 * A call's arguments as the object that protocols require; `{}` when they were not an object or did not
 * parse.
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
