import { isJsonObject, type JsonObject, type JsonValue } from "../../../packages/protocol/src/index.ts";

/** A request as a vendor's cache sees it. */
export interface ToldRequest {
  /** All of it: what comes before the conversation, then the conversation. */
  readonly whole: string;
  /** The same, as far as the next request must go on from it. */
  readonly prefix: string;
  /** What ends at each cache breakpoint, the shortest first. */
  readonly cached: readonly string[];
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

/** Stands in a text where a body has a cache breakpoint. */
const breakpoint = "\u2042";
const breakpointText = new RegExp(`,(?:\\{"${breakpoint}":0\\}|"${breakpoint}":0)`);

/** A body as it was sent, but for cache breakpoints (`cache_control`, `cachePoint`) and output limits. */
export function toldRequest(body: string): ToldRequest {
  const parsed = JSON.parse(body) as JsonObject;
  const name = conversations.find((field) => Array.isArray(parsed[field]));
  if (name === undefined) throw new Error("The body has no conversation.");
  const { [name]: conversation, ...before } = parsed;
  const texts = [withoutLimits(before), conversation as JsonValue].map((part) =>
    JSON.stringify(marked(part)),
  );
  const pieces = texts.join("\n").split(breakpointText);
  const whole = pieces.join("");
  return {
    whole,
    // What only closes lists and objects may be followed by more of the same message.
    prefix: whole.replace(/[\]}"]+$/, ""),
    cached: pieces.slice(0, -1).map((_, at) => pieces.slice(0, at + 1).join("")),
  };
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

/** With each breakpoint as a field at the end of its block, or an item of its own. */
function marked(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(marked);
  if (!isJsonObject(value)) return value;
  if ("cachePoint" in value) return { [breakpoint]: 0 };
  const { cache_control: control, ...fields } = value;
  const inner = Object.entries(fields).map(([field, one]) => [field, marked(one)] as const);
  return { ...Object.fromEntries(inner), ...(control === undefined ? {} : { [breakpoint]: 0 }) };
}
