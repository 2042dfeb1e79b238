import { isBroken, isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue, ToolCallPart } from "@skein/protocol";

/** The same value without lone surrogates in strings and keys: vendors refuse a request that has one. */
export function wellFormed<Value extends JsonValue>(value: Value): Value {
  return changed(value) as Value;
}

/** The arguments of a call as wires want them, an object: `{}` where they were none or did not parse. The result explains. */
export function callInput(call: ToolCallPart): JsonObject {
  return isBroken(call) || !isJsonObject(call.input) ? {} : wellFormed(call.input);
}

function changed(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(changed);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), changed(item)]));
}
