import { ConfigError, isJsonObject, messageOf, type JsonObject, type JsonValue } from "@skein/protocol";

/** @param options.what - at the beginning of an error. Throws `ConfigError`. */
export function jsonObject(
  text: string,
  { what, example }: { readonly what: string; readonly example: string },
): JsonObject {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new ConfigError("usage", `${what} is not JSON: ${messageOf(error)}.`, {
      hint: `Write ${example}.`,
    });
  }
  if (isJsonObject(value)) return value;
  throw new ConfigError("usage", `${what} is not a JSON object.`, { hint: `Write ${example}.` });
}
