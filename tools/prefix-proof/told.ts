import { isJsonObject, type JsonObject, type JsonValue } from "../../packages/protocol/src/index.ts";

/** Begins the facts of a turn; nothing else has it. */
export const factsMark = "«facts»";

/** A request as a vendor's cache sees it. */
export interface ToldRequest {
  /** All of it but the facts: what comes before the conversation, then the conversation. */
  readonly whole: string;
  /** The same, as far as the next request must go on from it. */
  readonly prefix: string;
}

const conversations = ["messages", "input", "contents"];

/**
 * Cache marks (`cache_control`, `cachePoint`) are left out: they say where a vendor may cache and are no part of what it
 * caches, so they may move. The facts are left out with the block, or the message, that holds nothing else.
 */
export function toldRequest(body: string): ToldRequest {
  const parsed = JSON.parse(body) as JsonObject;
  const name = conversations.find((field) => Array.isArray(parsed[field]));
  if (name === undefined) throw new Error("The body has no conversation.");
  const { [name]: conversation, ...before } = parsed;
  const head = JSON.stringify(withoutMarks(before));
  const said = JSON.stringify(withoutFacts(withoutMarks(conversation as JsonValue)) ?? []);
  const whole = `${head}\n${said}`;
  // What only closes lists and objects may be followed by more of the same message.
  return { whole, prefix: whole.replace(/[\]}"]+$/, "") };
}

function withoutMarks(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    return items.filter((item) => !isJsonObject(item) || !("cachePoint" in item)).map(withoutMarks);
  }
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).filter(([field]) => field !== "cache_control");
  return Object.fromEntries(fields.map(([field, inner]) => [field, withoutMarks(inner)]));
}

/** @returns `undefined` for what held the facts and nothing else. */
function withoutFacts(value: JsonValue): JsonValue | undefined {
  if (typeof value === "string") return value.startsWith(factsMark) ? undefined : value;
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    const kept = items.map(withoutFacts).filter((item) => item !== undefined);
    return kept.length === 0 && items.length > 0 ? undefined : kept;
  }
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([field, inner]) => [field, withoutFacts(inner)] as const);
  return fields.some(([, inner]) => inner === undefined)
    ? undefined
    : (Object.fromEntries(fields) as JsonObject);
}
