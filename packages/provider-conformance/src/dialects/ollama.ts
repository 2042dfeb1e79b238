// Ollama. A stream of JSON lines without a frame. Calls come complete, and
// nothing is signed. It runs on the user's machine, so errors are about
// processes rather than accounts.
import { isBroken, objectsIn, type AssistantPart, type JsonObject, type JsonValue } from "@skein/protocol";
import { objectIn, stringIn } from "@skein/provider-kit";
import { lookCall, write } from "../cases/samples.ts";
import type { Dialect, OwnStream } from "../dialect.ts";
import { pieces } from "../servers/pieces.ts";
import { schemaProblems } from "./schema-problems.ts";

/** Fields of every line. */
const head = { model: "demo:1b", created_at: "2026-11-20T10:00:00Z" };

/** Line with a piece of the message. */
function line(message: JsonObject): JsonObject {
  return { ...head, message: { role: "assistant", content: "", ...message }, done: false };
}

/** Last line, with the reason and the counters. */
function last(more: JsonObject = { done_reason: "stop" }): JsonObject {
  return { ...head, message: { role: "assistant", content: "" }, done: true, total_duration: 5, ...more };
}

/** Writes lines of JSON. */
function framed(lines: readonly JsonObject[]): string {
  return lines.map((one) => `${JSON.stringify(one)}\n`).join("");
}

/** Call with arguments as JSON. */
function callOf(id: string | undefined, name: string, input: JsonValue): JsonObject {
  return { ...(id === undefined ? {} : { id }), function: { name, arguments: input } };
}

/** Line with complete calls. */
function called(...calls: readonly JsonObject[]): JsonObject {
  return line({ tool_calls: [...calls] });
}

/** Encodes one part as lines. Opaque parts are left out. */
function messagesOf(part: AssistantPart, deltaSize: number): JsonObject[] {
  switch (part.type) {
    case "text":
      return pieces(part.text, deltaSize).map((content) => line({ content }));
    case "thinking":
      return pieces(part.text, deltaSize).map((thinking) => line({ thinking }));
    case "tool-call":
      return [called(callOf(part.id, part.name, isBroken(part) ? part.raw : part.input))];
    case "opaque":
      return [];
  }
}

/** Reason why a stream cannot cut a call. */
const whole = "Calls come whole, in one line.";
/** Reason why nothing must come back unchanged. */
const unsigned = "The wire signs and seals nothing.";
/** Arguments with a missing comma, sent as text. */
const notJson = '{"path": "a.txt" "b"}';
/** Error of the server. */
const failed = { error: "llama runner process has terminated" };

/** Stream with arguments that do not parse. */
const brokenCall: OwnStream = {
  bytes: framed([called(callOf("call_1", "look", notJson)), last()]),
  also: { calls: [{ name: "look", raw: notJson, problem: "not-json" }] },
};

/**
 * Wire of Ollama's own API.
 *
 * Rules that other wires do not have:
 *
 * - The last line has `done: true`, and everything before it is half a reply.
 * - An error after the start is a line with the field `error` and nothing else;
 *   the status stays 200. Source: docs.ollama.com/api/errors.
 * - A call has no delta: a line contains it whole, with arguments as JSON
 *   instead of text.
 * - Durations are in nanoseconds.
 *
 * Source: docs.ollama.com/api: chat, show, tags, errors.
 */
export const ollamaChat: Dialect = {
  id: "ollama",
  path: "",
  contentType: "application/x-ndjson",
  /** Lines of JSON. */
  framing: "other",
  /** Header of the id, where a server or a gateway sends one. */
  requestIdHeader: "x-request-id",
  /** Counters are fields of the last line. */
  encode: (parts, { stop = "stop", usage = { prompt_eval_count: 11, eval_count: 7 }, deltaSize = 20 } = {}) =>
    framed([...parts.flatMap((part) => messagesOf(part, deltaSize)), last({ done_reason: stop, ...usage })]),
  /** Values of `done_reason`. Calls end with `stop` like texts. */
  stops: {
    answered: "stop",
    "tool-calls": "stop",
    length: "length",
    /**
     * An error is one sentence in the field `error`, without a code, so status
     * and text decide.
     */
    refused: { notApplicable: "The wire has no word for it." },
    paused: { notApplicable: "The wire has no word for it." },
    unknown: "reason_of_tomorrow",
  },
  /** Only the tokens of prompt and reply are counted. */
  counters: {
    full: {
      raw: { prompt_eval_count: 40, eval_count: 9, total_duration: 5 },
      usage: { input: 40, output: 9 },
    },
    cached: { notApplicable: "What a cache held is not counted." },
    none: { raw: null, usage: {} },
  },
  streams: {
    "redacted-thinking": { notApplicable: unsigned },
    "interleaved-calls": { notApplicable: whole },
    /** `arguments` is absent. */
    "no-arguments": { bytes: framed([called({ function: { name: "look" } }), last()]) },
    /** Lines without text, and with empty thinking. */
    "empty-deltas": {
      bytes: framed([
        line({ content: "Hel" }),
        line({}),
        line({ thinking: "" }),
        line({ content: "lo" }),
        last(),
      ]),
    },
    "refusal-in-content": { notApplicable: "A refusal is text like any other." },
    "cut-off-call": { notApplicable: whole },
    /** Some servers send arguments as text. */
    "not-json-arguments": brokenCall,
    /** Two calls with one id in one line. */
    "duplicate-ids": {
      bytes: framed([
        called(callOf("call_1", "look", lookCall.input), callOf("call_1", "write", write.input)),
        last(),
      ]),
    },
    /** Old versions send no ids. */
    "missing-ids": {
      bytes: framed([
        called(callOf(undefined, "look", lookCall.input)),
        called(callOf(undefined, "write", write.input)),
        last(),
      ]),
    },
    "missing-indexes": { notApplicable: "Calls have no index." },
    /** Message without `role`, and a last line without a message. */
    "missing-role": {
      bytes: framed([
        { ...head, message: { content: "Hello" }, done: false },
        { ...head, done: true },
      ]),
    },
    /** `done` without a reason. */
    "missing-finish-reason": {
      bytes: framed([
        called(callOf("call_1", "look", lookCall.input)),
        called(callOf("call_2", "write", write.input)),
        { ...head, done: true },
      ]),
    },
    /** Arguments as text, which copies of the API send. */
    "missing-finish-reason-cut-off-call": {
      bytes: framed([called(callOf("call_1", "look", '{"path": "a.t')), { ...head, done: true }]),
    },
    "missing-finish-reason-no-arguments": {
      bytes: framed([called({ function: { name: "look" } }), { ...head, done: true }]),
    },
    /** Unknown fields, and a line without a message. */
    "things-of-tomorrow": {
      bytes: framed([
        { ...head, thing_of_tomorrow: { deep: true } },
        line({ content: "Hel", field_of_tomorrow: [1] }),
        line({ content: "lo" }),
        last(),
      ]),
    },
    /** Line with an error in place of the next one. */
    "error-inside": {
      bytes: framed([line({ content: "Hel" }), failed]),
      also: { failure: { code: "overloaded", retryable: true } },
    },
    "error-as-body": { notApplicable: "What is wrong before the stream has an error status." },
  },
  refused: {
    /** Servers behind a gateway can need a key. */
    auth: [{ status: 401, body: { error: "unauthorized" } }],
    quota: { notApplicable: "A server of one's own has no account." },
    /** Gateways and hosted services limit requests. */
    "rate-limited": [{ status: 429, body: { error: "too many concurrent requests" } }],
    /** A process that has ended, and a full queue. */
    overloaded: [
      { status: 500, body: failed },
      { status: 503, body: { error: "server busy, please try again. maximum pending requests exceeded" } },
    ],
    /** Sent where the server does not shorten the prompt. */
    "context-overflow": [{ status: 400, body: { error: "the input length exceeds the context length" } }],
    /** The model has no template for tools. */
    "bad-request": [{ status: 400, body: { error: '"demo:1b" does not support tools' } }],
    /** The model is not installed. */
    "not-found": [{ status: 404, body: { error: "model 'nope' not found" } }],
  },
  /** Errors of Go's JSON parser, which name the field and not the tool. */
  refusedTool: [
    "json: cannot unmarshal array into Go struct field .tools.function.parameters.properties.type of type string",
    "json: cannot unmarshal array into Go struct field ChatRequest.tools.function.parameters.properties.type of type string",
    "json: cannot unmarshal array into Go struct field ToolProperty.type of type string",
  ].map((message) => ({ status: 400, body: { error: message } })),
  goldens: {
    signature: { notApplicable: unsigned },
    redacted: { notApplicable: unsigned },
    encrypted: { notApplicable: unsigned },
    "reasoning-details": { notApplicable: unsigned },
    "signed-call": { notApplicable: unsigned },
    opaque: { notApplicable: "The wire has no blocks." },
  },
  requests: {
    /** Calls in messages of the assistant. */
    calls: ({ messages }) =>
      objectsIn(messages)
        .flatMap(({ tool_calls: calls }) => objectsIn(calls))
        .map(({ id, function: made }) => ({
          id: stringIn(id),
          name: stringIn(objectIn(made)["name"]),
          input: objectIn(made)["arguments"] ?? null,
        })),
    /** Messages with the role `tool`. */
    results: ({ messages }) =>
      objectsIn(messages)
        .filter(({ role }) => role === "tool")
        .map(({ tool_call_id: id, content }) => ({ id: stringIn(id), said: JSON.stringify(content) })),
    /** Definitions in `tools`. */
    tools: ({ tools }) =>
      objectsIn(tools).map(({ function: tool }) => ({
        name: stringIn(objectIn(tool)["name"]),
        schema: objectIn(tool)["parameters"],
      })),
    /** Schemas need `properties`. */
    toolProblems({ name, schema }) {
      const problems = schemaProblems(schema, { branchesAtRoot: false, needsProperties: true });
      return /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? problems : ["has an illegal name", ...problems];
    },
  },
  /** Answer of `GET /api/tags`. */
  models: { answer: { models: [{ name: "demo:1b", model: "demo:1b" }] }, ids: ["demo:1b"] },
  /** `POST /api/show`, with which the provider asks what a model can do. */
  asides: { "/api/show": { capabilities: ["completion", "tools", "thinking"], model_info: {} } },
  /** Recordings are the lines themselves. */
  recorded: {
    frame: (text) => `${text}\n`,
    endsAt: (bytes) => bytes.lastIndexOf('"done":true'),
    /** Durations differ from run to run, so they are not compared. */
    counters: ["prompt_eval_count", "eval_count"],
  },
};
