// Reasons inside of reasons. A gateway answers with an error of its own, such as
// OpenRouter's "Provider returned error", and puts the vendor's error into a
// field or, as JSON, into its message. The inner error is the one that tells
// what to do.
import { isJsonObject } from "@skein/protocol";
import type { JsonObject, JsonValue } from "@skein/protocol";
import { errorIn } from "../error-in.ts";
import { jsonIn, objectIn, stringIn } from "../json-fields.ts";

/** Reasons in an error body. */
export interface Reasons {
  /** Message for people: that of the body, then those of the nested errors. */
  readonly message: string;
  /**
   * One line per nested error: its codes in angle brackets, then its message.
   */
  readonly text: string;
  /** Bodies as text: the whole one, and each nested one that was a text. */
  readonly raw: string;
}

/** Levels of nested errors that are read: two. */
const maxDepth = 2;

interface Reason {
  readonly codes: readonly string[];
  readonly message: string;
  readonly raw: readonly string[];
  readonly inner: readonly Reason[];
}

/** Nested error, with the vendor that a gateway names. */
interface Nested {
  readonly body: JsonValue;
  readonly vendor?: string;
}

/**
 * Reads the reasons of an error body, two levels deep: OpenRouter's
 * `metadata.raw` and `provider_name`, Azure's `innererror`, errors in errors,
 * and JSON in messages.
 *
 * "Provider returned error" with the raw answer "prompt is too long" becomes
 * "Provider returned error: prompt is too long".
 *
 * @param body - body as text, or parsed. Not trusted.
 */
export function readReasons(body: unknown): Reasons {
  const reason = readReason(body, 0);
  const all = flat(reason);
  return {
    message: reason.message,
    text: all
      .map(({ codes, message }) => `${codes.map((code) => `<${code}>`).join(" ")} ${message}`)
      .join("\n"),
    raw: all.flatMap(({ raw }) => raw).join("\n"),
  };
}

function readReason(body: unknown, depth: number): Reason {
  const { error, outer, text } = errorIn(body);
  const messages = [error["message"], outer["error"], outer["detail"], outer["message"], error["msg"]];
  const own =
    messages.find((found) => typeof found === "string") ?? (Object.keys(outer).length === 0 ? text : "");
  const embedded = splitJson(own);
  const nested = depth < maxDepth ? nestedIn(error, outer, embedded?.body) : [];
  const inner = nested.map(({ body: value }) => readReason(value, depth + 1));
  const quotes = inner.map(({ message }, index) => ({ message, vendor: nested[index]?.vendor }));
  return {
    codes: codesOf(error, outer),
    message: joined(own, embedded, quotes) || (depth === 0 ? text : ""),
    raw: [text],
    inner,
  };
}

function flat(reason: Reason): readonly Reason[] {
  return [reason, ...reason.inner.flatMap(flat)];
}

/** Lists the nested errors of an error object. */
function nestedIn(error: JsonObject, outer: JsonObject, embedded: JsonObject | undefined): readonly Nested[] {
  const metadata = objectIn(error["metadata"]);
  const vendor = stringIn(metadata["provider_name"]);
  const raw = metadata["raw"];
  const objects = [error["error"], error["innererror"], error["cause"], outer["detail"]].filter(
    (value) => value !== error && isJsonObject(value),
  );
  return [
    ...(raw === undefined || raw === null || raw === "" ? [] : [{ body: raw, vendor }]),
    ...(embedded === undefined ? [] : [{ body: embedded }]),
    ...objects.map((inside) => ({ body: { error: inside! } })),
  ];
}

/** Error codes: `type`, `code`, `status`, and the reasons of details. */
function codesOf(error: JsonObject, outer: JsonObject): readonly string[] {
  const details = Array.isArray(error["details"]) ? error["details"] : [];
  const values = [
    error["type"],
    error["code"],
    error["status"],
    ...(outer === error ? [] : [outer["code"]]),
    ...details.map((detail) => objectIn(detail)["reason"]),
  ];
  return values
    .filter((value) => (typeof value === "string" && value !== "") || typeof value === "number")
    .map(String);
}

interface Embedded {
  /** Text in front of the JSON. */
  readonly before: string;
  readonly body: JsonObject;
}

/** Splits a message such as `AnthropicException - {"error": …}`. */
function splitJson(message: string): Embedded | undefined {
  const start = message.indexOf("{");
  const end = message.lastIndexOf("}");
  if (start === -1 || end < start) return undefined;
  const body = jsonIn(message.slice(start, end + 1));
  if (!isJsonObject(body) || !isError(body)) return undefined;
  // LiteLLM writes the bytes of Python: `b'{…}'`.
  return { before: message.slice(0, start).replace(/b'$/, ""), body };
}

/** Tells an error from JSON that a message merely quotes, such as a schema. */
function isError(body: JsonObject): boolean {
  return isJsonObject(body["error"]) || body["type"] === "error" || typeof body["message"] === "string";
}

interface Quote {
  readonly message: string;
  readonly vendor: string | undefined;
}

/** Joins a message with those of the nested errors, without repetitions. */
function joined(own: string, embedded: Embedded | undefined, inner: readonly Quote[]): string {
  const quotes = inner.filter(({ message }) => message !== "");
  if (embedded !== undefined && quotes[0] !== undefined) return embedded.before + quotes[0].message;
  const rest = quotes
    .filter(({ message }) => !own.includes(message))
    .map(({ message, vendor }) => (vendor ? `${vendor}: ${message}` : message));
  return [rest.length === 0 ? own : own.replace(/[.:]$/, ""), ...rest]
    .filter((part) => part !== "")
    .join(": ");
}
