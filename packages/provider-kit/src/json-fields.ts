// Readers of untrusted JSON. A server can send anything: a decoder that reads a
// field of null throws a `TypeError`, which would look like a defect of Skein.
// With these readers, a wrong type is an absent value, and the decoder's own
// checks decide what is missing.
import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue } from "@skein/protocol";

/** Parses JSON. Returns undefined if it is invalid, instead of throwing. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Reads a field of untrusted JSON as a string. `""` for everything else. */
export function stringIn(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/**
 * Reads a field of untrusted JSON as an object. `{}` for everything else, so
 * that reading on needs no checks.
 *
 * @example
 * ```ts
 * const reply = jsonIn('{"choices": [{"message": null}]}');
 * const [choice] = objectsIn(objectIn(reply)["choices"]);
 * stringIn(objectIn(choice?.["message"])["content"]); // ""
 * ```
 */
export function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
