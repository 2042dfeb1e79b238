import type { JsonObject, JsonValue } from "../../../packages/protocol/src/index.ts";
import type { Seed } from "./wire-client.ts";
import type { WireMessage } from "./wire-message.ts";

/** Replaces a value in the result of each request that has it. */
export function inResult(key: string, change: (value: JsonValue | undefined) => JsonValue | undefined): Seed {
  return (message) => {
    const { result } = message;
    if (!isObject(result) || !(key in result)) return message;
    return { ...message, result: changed(result, key, change(result[key])) };
  };
}

/** Replaces a value in each update of a kind. */
export function inUpdate(
  kind: string,
  key: string,
  change: (value: JsonValue | undefined) => JsonValue | undefined,
): Seed {
  return (message) => {
    const update = updateOf(message);
    if (update?.["sessionUpdate"] !== kind) return message;
    return { ...message, params: { ...message.params, update: changed(update, key, change(update[key])) } };
  };
}

/** Leaves out updates of a kind: they become a notice that says nothing. */
export function withoutUpdates(kind: string): Seed {
  const nothing = { sessionUpdate: "session_info_update" };
  return (message) => {
    const update = updateOf(message);
    return update?.["sessionUpdate"] === kind
      ? { ...message, params: { ...message.params, update: nothing } }
      : message;
  };
}

/** An agent that refuses nothing. */
export const withoutErrors: Seed = ({ error, ...message }) => (error ? { ...message, result: {} } : message);

function updateOf({ method, params }: WireMessage): JsonObject | undefined {
  const update = method === "session/update" ? params?.["update"] : undefined;
  return isObject(update) ? update : undefined;
}

function changed(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  const { [key]: _, ...others } = object;
  return value === undefined ? others : { ...others, [key]: value };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
