import { isBroken } from "@skein/protocol";
import type { AssistantPart, JsonObject, JsonValue } from "@skein/protocol";
import { objectIn, objectsIn, stringIn } from "@skein/provider-kit";
import { lookCall, write } from "../cases/samples.ts";
import type { Dialect, OwnStream } from "../dialect.ts";
import { pieces } from "../servers/pieces.ts";
import { schemaProblems } from "./schema-problems.ts";

const head = { model: "demo:1b", created_at: "2026-11-20T10:00:00Z" };

function line(message: JsonObject): JsonObject {
  return { ...head, message: { role: "assistant", content: "", ...message }, done: false };
}

function last(more: JsonObject = { done_reason: "stop" }): JsonObject {
  return { ...head, message: { role: "assistant", content: "" }, done: true, total_duration: 5, ...more };
}

function framed(lines: readonly JsonObject[]): string {
  return lines.map((one) => `${JSON.stringify(one)}\n`).join("");
}

function callOf(id: string | undefined, name: string, input: JsonValue): JsonObject {
  return { ...(id === undefined ? {} : { id }), function: { name, arguments: input } };
}

function called(...calls: readonly JsonObject[]): JsonObject {
  return line({ tool_calls: [...calls] });
}

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

const whole = "Calls come whole, in one line.";
const unsigned = "The wire signs and seals nothing.";
const notJson = '{"path": "a.txt" "b"}';
const failed = { error: "llama runner process has terminated" };

const brokenCall: OwnStream = {
  bytes: framed([called(callOf("call_1", "look", notJson)), last()]),
  also: { calls: [{ name: "look", raw: notJson, problem: "not-json" }] },
};

/** Source: docs.ollama.com/api: chat, show, tags, errors. */
export const ollama: Dialect = {
  id: "ollama",
  path: "",
  contentType: "application/x-ndjson",
  framing: "other",
  requestIdHeader: "x-request-id",
  encode: (parts, { stop = "stop", usage = { prompt_eval_count: 11, eval_count: 7 }, deltaSize = 20 } = {}) =>
    framed([...parts.flatMap((part) => messagesOf(part, deltaSize)), last({ done_reason: stop, ...usage })]),
  stops: {
    answered: "stop",
    "tool-calls": "stop",
    length: "length",
    refused: { notApplicable: "The wire has no word for it." },
    paused: { notApplicable: "The wire has no word for it." },
    unknown: "reason_of_tomorrow",
  },
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
    "no-arguments": { bytes: framed([called({ function: { name: "look" } }), last()]) },
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
    "not-json-arguments": brokenCall,
    "duplicate-ids": {
      bytes: framed([
        called(callOf("call_1", "look", lookCall.input), callOf("call_1", "write", write.input)),
        last(),
      ]),
    },
    "missing-ids": {
      bytes: framed([
        called(callOf(undefined, "look", lookCall.input)),
        called(callOf(undefined, "write", write.input)),
        last(),
      ]),
    },
    "missing-indexes": { notApplicable: "Calls have no index." },
    "missing-role": {
      bytes: framed([
        { ...head, message: { content: "Hello" }, done: false },
        { ...head, done: true },
      ]),
    },
    "missing-finish-reason": {
      bytes: framed([called(callOf("call_1", "look", lookCall.input)), { ...head, done: true }]),
    },
    "things-of-tomorrow": {
      bytes: framed([
        { ...head, thing_of_tomorrow: { deep: true } },
        line({ content: "Hel", field_of_tomorrow: [1] }),
        line({ content: "lo" }),
        last(),
      ]),
    },
    "error-inside": {
      bytes: framed([line({ content: "Hel" }), failed]),
      also: { failure: { code: "overloaded", retryable: true } },
    },
    "error-as-body": { notApplicable: "What is wrong before the stream has an error status." },
  },
  refused: {
    auth: [{ status: 401, body: { error: "unauthorized" } }],
    quota: { notApplicable: "A server of one's own has no account." },
    "rate-limited": [{ status: 429, body: { error: "too many concurrent requests" } }],
    overloaded: [
      { status: 500, body: failed },
      { status: 503, body: { error: "server busy, please try again. maximum pending requests exceeded" } },
    ],
    "context-overflow": [{ status: 400, body: { error: "the input length exceeds the context length" } }],
    "bad-request": [{ status: 400, body: { error: '"demo:1b" does not support tools' } }],
    "not-found": [{ status: 404, body: { error: "model 'nope' not found" } }],
  },
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
    calls: ({ messages }) =>
      objectsIn(messages)
        .flatMap(({ tool_calls: calls }) => objectsIn(calls))
        .map(({ id, function: made }) => ({
          id: stringIn(id),
          name: stringIn(objectIn(made)["name"]),
          input: objectIn(made)["arguments"] ?? null,
        })),
    results: ({ messages }) =>
      objectsIn(messages)
        .filter(({ role }) => role === "tool")
        .map(({ tool_call_id: id, content }) => ({ id: stringIn(id), said: JSON.stringify(content) })),
    tools: ({ tools }) =>
      objectsIn(tools).map(({ function: tool }) => ({
        name: stringIn(objectIn(tool)["name"]),
        schema: objectIn(tool)["parameters"],
      })),
    toolProblems({ name, schema }) {
      const problems = schemaProblems(schema, { branchesAtRoot: false, needsProperties: true });
      return /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? problems : ["has an illegal name", ...problems];
    },
  },
  models: { answer: { models: [{ name: "demo:1b", model: "demo:1b" }] }, ids: ["demo:1b"] },
  asides: { "/api/show": { capabilities: ["completion", "tools", "thinking"], model_info: {} } },
  recorded: {
    frame: (text) => `${text}\n`,
    endsAt: (bytes) => bytes.lastIndexOf('"done":true'),
    counters: ["prompt_eval_count", "eval_count"],
  },
};
