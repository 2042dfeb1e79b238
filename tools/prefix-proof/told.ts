import { isJsonObject, type JsonObject, type JsonValue } from "../../packages/protocol/src/index.ts";

/** A request as a vendor's cache sees it. */
export interface ToldRequest {
  /** All of it: what comes before the conversation, then the conversation. */
  readonly whole: string;
  /** The same, as far as the next request must go on from it. */
  readonly prefix: string;
}

const conversations = ["messages", "input", "contents"];

/** How long a reply may be, and where bodies say it: at their root or in one of these. */
const limits = new Set([
  "max_tokens",
  "max_completion_tokens",
  "max_output_tokens",
  "maxOutputTokens",
  "maxTokens",
  "num_predict",
]);
const tuning = new Set(["generationConfig", "inferenceConfig", "options"]);

/** A body as it was sent, but for cache breakpoints (`cache_control`, `cachePoint`) and output limits. */
export function toldRequest(body: string): ToldRequest {
  const parsed = JSON.parse(body) as JsonObject;
  const name = conversations.find((field) => Array.isArray(parsed[field]));
  if (name === undefined) throw new Error("The body has no conversation.");
  const { [name]: conversation, ...before } = parsed;
  const whole = `${JSON.stringify(cached(withoutLimits(before)))}\n${JSON.stringify(cached(conversation as JsonValue))}`;
  // What only closes lists and objects may be followed by more of the same message.
  return { whole, prefix: whole.replace(/[\]}"]+$/, "") };
}

function withoutLimits(object: JsonObject): JsonObject {
  const fields = Object.entries(object).filter(([field]) => !limits.has(field));
  return Object.fromEntries(
    fields.map(([field, inner]) => [
      field,
      tuning.has(field) && isJsonObject(inner) ? withoutLimits(inner) : inner,
    ]),
  );
}

function cached(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    return items.filter((item) => !isJsonObject(item) || !("cachePoint" in item)).map(cached);
  }
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).filter(([field]) => field !== "cache_control");
  return Object.fromEntries(fields.map(([field, inner]) => [field, cached(inner)]));
}
