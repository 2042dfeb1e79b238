// OpenAI Chat Completions, the format that most servers copy. Copies differ in
// small ways: missing ids, indexes and roles, thinking in fields of their own,
// errors with status 200. The streams here are those differences. A provider
// that reads only the vendor's own streams fails with the first compatible
// server.
import { objectsIn, type JsonObject, type JsonValue } from "@skein/protocol";
import { jsonIn, objectIn, stringIn } from "@skein/provider-kit";
import { lookCall, write } from "../cases/samples.ts";
import type { Dialect, OwnStream } from "../dialect.ts";
import { openaiChatStream } from "../servers/openai-chat-wire.ts";
import { openaiModels, openaiRefused, openaiToolProblems } from "./openai.ts";

/** Fields of every chunk. */
const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "gpt-test" };

/** Chunk with a delta and, at the end, a finish reason. */
function chunk(delta: JsonObject, reason: string | null = null): JsonObject {
  return { ...head, choices: [{ index: 0, delta, finish_reason: reason }] };
}

/** Frames chunks. Text is sent as it is, for the terminator. */
function framed(chunks: readonly JsonValue[]): string {
  return chunks.map((one) => `data: ${typeof one === "string" ? one : JSON.stringify(one)}\n\n`).join("");
}

/** First chunk, as the vendor sends it. */
const role = chunk({ role: "assistant", content: "" });

/** Builds a complete reply from its deltas. */
function reply(deltas: readonly JsonObject[], reason = "tool_calls"): string {
  return framed([role, ...deltas.map((delta) => chunk(delta)), chunk({}, reason), "[DONE]"]);
}

/**
 * Delta of a call. The first one has the name, later ones only pieces of the
 * arguments.
 *
 * Pieces of several calls can alternate, and only `index` says to which call a
 * piece belongs.
 */
function piece(index: number | undefined, text: string, more: JsonObject = {}, name?: string): JsonObject {
  const made = { ...(name === undefined ? {} : { name }), arguments: text };
  return { tool_calls: [{ ...(index === undefined ? {} : { index }), ...more, function: made }] };
}

/** Complete call in three deltas. */
function called(index: number, id: string | undefined, call: typeof lookCall): JsonObject[] {
  const text = JSON.stringify(call.input);
  const first = { ...(id === undefined ? {} : { id }), type: "function" };
  return [piece(index, "", first, call.name), piece(index, text.slice(0, 5)), piece(index, text.slice(5))];
}

const [lookInput, writeInput] = [JSON.stringify(lookCall.input), JSON.stringify(write.input)];
/** Fields of the first delta of a call. */
const first = (id: string): JsonObject => ({ id, type: "function" });

/** Stream with arguments that do not parse, and how the call must be read. */
function broken(raw: string, reason: string, problem: string): OwnStream {
  return {
    bytes: reply([piece(0, raw, first("call_1"), "look")], reason),
    also: { calls: [{ name: "look", raw, problem }] },
  };
}

/**
 * Reply that ends without a reason. Its counters are in every chunk, so they
 * prove nothing about its end.
 */
function unreasoned(deltas: readonly JsonObject[]): string {
  const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
  const chunks = deltas.map((delta) => ({ ...chunk(delta), usage }));
  return framed([role, ...chunks, { ...head, choices: [], usage }, "[DONE]"]);
}

/** Error that is also sent inside of a stream. */
const failed = { error: { message: "The engine has died.", type: "server_error", code: null } };

/** Reasoning as OpenRouter sends it: a signed text, and an encrypted part. */
const details = [
  { type: "reasoning.text", text: "Look first.", format: "f", index: 0, signature: "c2lnbmVk/+==" },
  { type: "reasoning.encrypted", data: "c2VhbGVkIGJ5dGVz/+==", id: "e1", index: 1 },
];
/** Signature of a call, as Gemini's compatible endpoint sends it. */
const seal = { google: { thought_signature: "c2VhbGVkIGNhbGw/+==" } };

/**
 * Wire of OpenAI's Chat Completions API.
 *
 * Rules that other wires do not have:
 *
 * - Counters come in an extra chunk whose `choices` is empty, and only if the
 *   request asks for them with `stream_options`. A reader that takes the finish
 *   reason for the end never sees them.
 * - The terminator `[DONE]` is no JSON.
 * - Thinking has no field in the vendor's API. Compatible servers use several.
 * - A refusal is text in a field of its own, under the finish reason `stop`.
 *
 * Source: developers.openai.com, Chat Completions; the fields of compatible
 * vendors from their own pages.
 */
export const openaiChat: Dialect = {
  id: "openai-chat",
  path: "/v1",
  contentType: "text/event-stream; charset=utf-8",
  framing: "server-sent-events",
  requestIdHeader: "x-request-id",
  encode: (parts, options) => openaiChatStream(parts, options),
  /** Values of `finish_reason`. */
  stops: {
    answered: "stop",
    "tool-calls": "tool_calls",
    length: "length",
    refused: "content_filter",
    paused: { notApplicable: "The wire has no word for it." },
    unknown: "reason_of_tomorrow",
  },
  /**
   * `prompt_tokens` includes tokens of the cache, and `completion_tokens` those
   * of reasoning.
   */
  counters: {
    full: {
      raw: { prompt_tokens: 40, completion_tokens: 9, total_tokens: 49 },
      usage: { input: 40, output: 9 },
    },
    cached: {
      raw: {
        prompt_tokens: 2040,
        completion_tokens: 9,
        total_tokens: 2049,
        prompt_tokens_details: { cached_tokens: 2000 },
        completion_tokens_details: { reasoning_tokens: 4 },
      },
      usage: { input: 40, output: 9, cacheRead: 2000, reasoning: 4 },
    },
    /**
     * Sent only if the request asks for them, and by some servers not even
     * then.
     */
    none: { raw: null, usage: {} },
  },
  streams: {
    "redacted-thinking": { notApplicable: "Sealed thoughts come as reasoning details." },
    /** Deltas of two calls alternate, with their indexes. */
    "interleaved-calls": {
      bytes: reply([
        piece(0, "", first("call_1"), "look"),
        piece(1, "", first("call_2"), "write"),
        piece(0, lookInput.slice(0, 4)),
        piece(1, writeInput.slice(0, 6)),
        piece(0, lookInput.slice(4)),
        piece(1, writeInput.slice(6)),
      ]),
    },
    /** Empty arguments. */
    "no-arguments": { bytes: reply([piece(0, "", first("call_1"), "look")]) },
    /** Empty text, an empty delta, and null. */
    "empty-deltas": {
      bytes: reply([{ content: "Hel" }, { content: "" }, {}, { content: null }, { content: "lo" }], "stop"),
    },
    /** `refusal` in place of `content`, with the finish reason `stop`. */
    "refusal-in-content": { bytes: reply([{ refusal: "I will " }, { refusal: "not." }], "stop") },
    /** Finish reason `length`. */
    "cut-off-call": broken('{"path": "a.txt", "text": "not to the e', "length", "cut-off"),
    /** Finish reason `tool_calls`. */
    "not-json-arguments": broken('{"path": "a.txt" "b"}', "tool_calls", "not-json"),
    /** Two calls with one id and two indexes. */
    "duplicate-ids": {
      bytes: reply([
        piece(0, lookInput, first("call_1"), "look"),
        piece(1, writeInput, first("call_1"), "write"),
      ]),
    },
    /** Calls without `id`. */
    "missing-ids": { bytes: reply([...called(0, undefined, lookCall), ...called(1, undefined, write)]) },
    /** A new id or name starts a new call. */
    "missing-indexes": {
      bytes: reply([
        piece(undefined, lookInput.slice(0, 5), first("call_1"), "look"),
        piece(undefined, lookInput.slice(5)),
        piece(undefined, writeInput, first("call_2"), "write"),
      ]),
    },
    /** No chunk has a role. */
    "missing-role": { bytes: framed([chunk({ content: "Hello" }), chunk({}, "stop"), "[DONE]"]) },
    /** The terminator comes without a reason: `null` in every chunk. */
    "missing-finish-reason": {
      bytes: unreasoned([...called(0, "call_1", lookCall), ...called(1, "call_2", write)]),
    },
    "missing-finish-reason-cut-off-call": {
      bytes: unreasoned([piece(0, '{"path": "a.t', first("call_1"), "look")]),
    },
    "missing-finish-reason-no-arguments": { bytes: unreasoned([piece(0, "", first("call_1"), "look")]) },
    /**
     * Unknown chunks and fields; `obfuscation` is a field with which the vendor
     * hides the length of pieces.
     */
    "things-of-tomorrow": {
      bytes: framed([
        { object: "chunk.of.tomorrow", value: { deep: true } },
        role,
        chunk({ content: "Hel", field_of_tomorrow: { deep: [1] } }),
        { ...chunk({ content: "lo" }), obfuscation: "aaaa" },
        chunk({}, "stop"),
        "[DONE]",
      ]),
    },
    /** Error object in place of the next chunk. */
    "error-inside": {
      bytes: framed([role, chunk({ content: "Hel" }), failed]),
      also: { failure: { code: "overloaded", retryable: true } },
    },
    /** The same error as a JSON body with status 200. */
    "error-as-body": {
      bytes: JSON.stringify(failed),
      contentType: "application/json",
      also: { failure: { code: "overloaded", retryable: true } },
    },
  },
  refused: openaiRefused,
  /** Errors by name, by index, and of a parser of Go. */
  refusedTool: [
    {
      message:
        "Invalid schema for function 'write': In context=('properties', 'path'), array schema missing items.",
      param: "tools[1].function.parameters",
      code: "invalid_function_parameters",
    },
    {
      message: "Invalid 'tools[1].function.name': string does not match pattern.",
      param: "tools[1].function.name",
      code: "invalid_value",
    },
    // Servers with a parser of Go.
    { message: "json: cannot unmarshal array into Go struct field ToolProperty.type of type string" },
  ].map((error) => ({ status: 400, body: { error: { ...error, type: "invalid_request_error" } } })),
  /**
   * The vendor's API signs nothing. Compatible services do, in fields that must
   * be returned in the same message.
   */
  goldens: {
    signature: { notApplicable: "Signatures stand in the reasoning details." },
    redacted: { notApplicable: "Sealed thoughts come as reasoning details." },
    encrypted: { notApplicable: "Sealed thoughts come as reasoning details." },
    /** All details in their order. */
    "reasoning-details": {
      bytes: reply([
        ...details.map((detail) => ({ reasoning_details: [detail] })),
        piece(0, lookInput, first("call_1"), "look"),
      ]),
      back: (body) => repliesIn(body)[0]?.["reasoning_details"],
      is: details,
      secret: "c2VhbGVkIGJ5dGVz",
    },
    /** `extra_content` of a call. */
    "signed-call": {
      bytes: reply([piece(0, lookInput, { ...first("call_1"), extra_content: seal }, "look")]),
      back: (body) => callsIn(body)[0]?.["extra_content"],
      is: seal,
      secret: "c2VhbGVkIGNhbGw",
    },
    opaque: { notApplicable: "The wire has no blocks." },
  },
  requests: {
    /** Calls in messages of the assistant. Arguments are JSON text. */
    calls: (body) =>
      callsIn(body).map(({ id, function: made }) => ({
        id: stringIn(id),
        name: stringIn(objectIn(made)["name"]),
        input: jsonIn(stringIn(objectIn(made)["arguments"])) ?? null,
      })),
    /** Messages with the role `tool`. */
    results: ({ messages }) =>
      objectsIn(messages)
        .filter(({ role: who }) => who === "tool")
        .map(({ tool_call_id: id, content }) => ({ id: stringIn(id), said: JSON.stringify(content) })),
    /** Definitions in `tools`. */
    tools: ({ tools }) =>
      objectsIn(tools).map(({ function: tool }) => ({
        name: stringIn(objectIn(tool)["name"]),
        schema: objectIn(tool)["parameters"],
      })),
    toolProblems: openaiToolProblems,
  },
  models: openaiModels,
  /** Recordings are lines of JSON; the terminator was not recorded. */
  recorded: {
    frame: (line) => `data: ${line}\n\n`,
    terminator: "data: [DONE]\n\n",
    // The first reason to finish, or the terminator where no reason is given.
    endsAt(bytes) {
      const reason = /"finish_reason": ?"[^"]/.exec(bytes.toString("latin1"));
      return reason?.index ?? bytes.lastIndexOf("[DONE]");
    },
    blocks: {
      // Thoughts of no words that only carry bytes are not in the oracle.
      seen: (parts) => parts.flatMap(({ type, sidecar }) => (type === "thinking" && !sidecar ? [] : [type])),
      wanted: ({ blocks }) => blocks.map((block) => blockNames[block] ?? block),
    },
  },
};

/** The oracle's names for types of parts. */
const blockNames: Readonly<Record<string, string>> = { reasoning: "thinking", tool_call: "tool-call" };

/** Messages of the assistant, in order. */
function repliesIn({ messages }: JsonObject): readonly JsonObject[] {
  return objectsIn(messages).filter(({ role: who }) => who === "assistant");
}

/** Calls of all replies, in order. */
function callsIn(body: JsonObject): readonly JsonObject[] {
  return repliesIn(body).flatMap(({ tool_calls: calls }) => objectsIn(calls));
}
