import type { JsonObject } from "@skein/protocol";
import { isJsonObject } from "@skein/protocol";
import { jsonIn, objectsIn, stringIn } from "@skein/provider-kit";
import { lookCall, write } from "../cases/samples.ts";
import type { Dialect, OwnStream } from "../dialect.ts";
import { openaiResponsesStream } from "../servers/openai-responses-wire.ts";
import { openaiModels, openaiRefused, openaiToolProblems } from "./openai.ts";

type WireEvent = JsonObject & { readonly type: string };

function framed(events: readonly WireEvent[]): string {
  return events
    .map(
      (event, at) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`,
    )
    .join("");
}

const head = { id: "resp_1", object: "response", created_at: 1, model: "gpt-test" };
const created: WireEvent = {
  type: "response.created",
  response: { ...head, status: "in_progress", output: [], usage: null },
};

function completed(output: readonly JsonObject[]): WireEvent {
  return {
    type: "response.completed",
    response: { ...head, status: "completed", output: [...output], usage: null },
  };
}

function added(at: number | undefined, item: JsonObject): WireEvent {
  return { type: "response.output_item.added", ...place(at), item };
}

function done(at: number | undefined, item: JsonObject): WireEvent {
  return { type: "response.output_item.done", ...place(at), item };
}

function place(at: number | undefined): JsonObject {
  return at === undefined ? {} : { output_index: at };
}

function textDelta(at: number, delta: string): WireEvent {
  return {
    type: "response.output_text.delta",
    item_id: `msg_${at}`,
    output_index: at,
    content_index: 0,
    delta,
  };
}

function piece(at: number, delta: string, more: JsonObject = { output_index: at }): WireEvent {
  return { type: "response.function_call_arguments.delta", item_id: `fc_${at}`, ...more, delta };
}

function callItem(at: number, callId: string | undefined, name: string, input: string): JsonObject {
  const item = { id: `fc_${at}`, type: "function_call", status: "completed", name, arguments: input };
  return callId === undefined ? item : { ...item, call_id: callId };
}

const message: JsonObject = {
  id: "msg_0",
  type: "message",
  status: "completed",
  role: "assistant",
  content: [{ type: "output_text", annotations: [], text: "Hello" }],
};

const [lookInput, writeInput] = [JSON.stringify(lookCall.input), JSON.stringify(write.input)];

/** Whole calls, one after the other. */
function called(...calls: readonly JsonObject[]): string {
  const events = calls.flatMap((item, at) => {
    const input = stringIn(item["arguments"]);
    const empty = { ...item, arguments: "" };
    return [added(at, empty), piece(at, input.slice(0, 5)), piece(at, input.slice(5)), done(at, item)];
  });
  return framed([created, ...events, completed(calls)]);
}

/** @param more - between the first and the last delta. */
function hello(more: readonly WireEvent[], item: JsonObject = message): string {
  const empty = { ...item, content: [] };
  return framed([
    created,
    added(0, empty),
    textDelta(0, "Hel"),
    ...more,
    textDelta(0, "lo"),
    done(0, item),
    completed([item]),
  ]);
}

function cutOff(raw: string): OwnStream {
  const item = callItem(0, "call_1", "look", raw);
  const response = {
    ...head,
    status: "incomplete",
    incomplete_details: { reason: "max_output_tokens" },
    output: [{ ...item, status: "incomplete" }],
  };
  return {
    bytes: framed([
      created,
      added(0, { ...item, arguments: "" }),
      piece(0, raw),
      { type: "response.incomplete", response },
    ]),
    also: { calls: [{ name: "look", raw, problem: "cut-off" }] },
  };
}

const notJson = '{"path": "a.txt" "b"}';
const refusal: JsonObject = { ...message, content: [{ type: "refusal", refusal: "I will not." }] };
const failed = { message: "The engine has died.", type: "server_error", code: "server_error", param: null };
const reasoning: JsonObject = {
  id: "rs_0",
  type: "reasoning",
  summary: [{ type: "summary_text", text: "Look first." }],
  encrypted_content: "c2VhbGVkIGJ5dGVz/+==",
};
const search: JsonObject = {
  id: "ws_0",
  type: "web_search_call",
  status: "completed",
  action: { type: "search", query: "skein" },
};

/** An item of the vendor's, and a call after it. */
function before(item: JsonObject): string {
  const call = callItem(1, "call_1", "look", lookInput);
  const events = [
    added(0, item),
    done(0, item),
    added(1, { ...call, arguments: "" }),
    piece(1, lookInput),
    done(1, call),
  ];
  return framed([created, ...events, completed([item, call])]);
}

/** Source: developers.openai.com, Responses: streaming events, reasoning items. */
export const openaiResponses: Dialect = {
  id: "openai-responses",
  path: "/v1",
  contentType: "text/event-stream; charset=utf-8",
  framing: "server-sent-events",
  requestIdHeader: "x-request-id",
  encode: (parts, { stop, ...options } = {}) =>
    openaiResponsesStream(parts, {
      ...options,
      ...(stop === undefined || stop === "completed" ? {} : { incomplete: stop }),
    }),
  stops: {
    answered: "completed",
    "tool-calls": "completed",
    length: "max_output_tokens",
    refused: "content_filter",
    paused: { notApplicable: "The wire has no word for it." },
    unknown: "reason_of_tomorrow",
  },
  counters: {
    full: {
      raw: { input_tokens: 40, output_tokens: 9, total_tokens: 49 },
      usage: { input: 40, output: 9 },
    },
    cached: {
      raw: {
        input_tokens: 2040,
        input_tokens_details: { cached_tokens: 2000 },
        output_tokens: 9,
        output_tokens_details: { reasoning_tokens: 4 },
        total_tokens: 2049,
      },
      usage: { input: 40, output: 9, cacheRead: 2000, reasoning: 4 },
    },
    none: { raw: null, usage: {} },
  },
  streams: {
    "redacted-thinking": {
      bytes: before({ ...reasoning, summary: [] }),
      also: { kinds: ["thinking", "tool-call"] },
    },
    "interleaved-calls": {
      bytes: framed([
        created,
        added(0, callItem(0, "call_1", "look", "")),
        added(1, callItem(1, "call_2", "write", "")),
        piece(0, lookInput.slice(0, 4)),
        piece(1, writeInput.slice(0, 6)),
        piece(0, lookInput.slice(4)),
        piece(1, writeInput.slice(6)),
        done(0, callItem(0, "call_1", "look", lookInput)),
        done(1, callItem(1, "call_2", "write", writeInput)),
        completed([callItem(0, "call_1", "look", lookInput), callItem(1, "call_2", "write", writeInput)]),
      ]),
    },
    "no-arguments": { bytes: called(callItem(0, "call_1", "look", "")) },
    "empty-deltas": { bytes: hello([textDelta(0, ""), textDelta(0, "")]) },
    "refusal-in-content": {
      bytes: framed([
        created,
        added(0, { ...refusal, content: [] }),
        {
          type: "response.refusal.delta",
          item_id: "msg_0",
          output_index: 0,
          content_index: 0,
          delta: "I will ",
        },
        {
          type: "response.refusal.delta",
          item_id: "msg_0",
          output_index: 0,
          content_index: 0,
          delta: "not.",
        },
        done(0, refusal),
        completed([refusal]),
      ]),
    },
    "cut-off-call": cutOff('{"path": "a.txt", "text": "not to the e'),
    "not-json-arguments": {
      bytes: called(callItem(0, "call_1", "look", notJson)),
      also: { calls: [{ name: "look", raw: notJson, problem: "not-json" }] },
    },
    "duplicate-ids": {
      bytes: called(callItem(0, "call_1", "look", lookInput), callItem(1, "call_1", "write", writeInput)),
    },
    "missing-ids": {
      bytes: called(callItem(0, undefined, "look", lookInput), callItem(1, undefined, "write", writeInput)),
    },
    "missing-indexes": {
      bytes: framed([
        created,
        ...[callItem(0, "call_1", "look", lookInput), callItem(1, "call_2", "write", writeInput)].flatMap(
          (item, at) => [
            { ...added(undefined, { ...item, arguments: "" }), item_id: `fc_${at}` },
            piece(at, stringIn(item["arguments"]), {}),
            { ...done(undefined, item), item_id: `fc_${at}` },
          ],
        ),
        completed([callItem(0, "call_1", "look", lookInput), callItem(1, "call_2", "write", writeInput)]),
      ]),
    },
    "missing-role": { bytes: hello([], { ...message, role: null }) },
    "missing-finish-reason": {
      bytes: framed([created, done(0, callItem(0, "call_1", lookCall.name, lookInput))]),
    },
    "things-of-tomorrow": {
      bytes: hello([
        { type: "response.thing_of_tomorrow.delta", output_index: 0, delta: { deep: true } },
        { type: "keepalive" },
      ]),
    },
    "error-inside": {
      bytes: framed([
        created,
        added(0, { ...message, content: [] }),
        textDelta(0, "Hel"),
        { ...failed, type: "error" },
      ]),
      also: { failure: { code: "overloaded", retryable: true } },
    },
    "error-as-body": {
      bytes: JSON.stringify({ error: failed }),
      contentType: "application/json",
      also: { failure: { code: "overloaded", retryable: true } },
    },
  },
  refused: openaiRefused,
  refusedTool: [
    {
      message: "Invalid schema for function 'write': 'object' is not of type 'object', 'boolean'.",
      param: "tools[1].parameters",
      code: "invalid_function_parameters",
    },
    {
      message: "Invalid 'tools[1].name': string does not match pattern.",
      param: "tools[1].name",
      code: "invalid_value",
    },
  ].map((error) => ({ status: 400, body: { error: { ...error, type: "invalid_request_error" } } })),
  goldens: {
    signature: { notApplicable: "Reasoning comes encrypted." },
    redacted: { notApplicable: "Reasoning comes encrypted." },
    encrypted: {
      bytes: before(reasoning),
      back: (body) => itemsIn(body).find(({ type }) => type === "reasoning"),
      is: reasoning,
      secret: "c2VhbGVkIGJ5dGVz",
    },
    "reasoning-details": { notApplicable: "Reasoning comes encrypted." },
    "signed-call": { notApplicable: "Calls have ids and no signatures." },
    opaque: {
      bytes: before(search),
      back: (body) => itemsIn(body).find(({ type }) => type === "web_search_call"),
      is: search,
      secret: "ws_0",
    },
  },
  requests: {
    calls: (body) =>
      itemsIn(body)
        .filter(({ type }) => type === "function_call")
        .map(({ call_id: id, name, arguments: input }) => ({
          id: stringIn(id),
          name: stringIn(name),
          input: jsonIn(stringIn(input)) ?? null,
        })),
    results: (body) =>
      itemsIn(body)
        .filter(({ type }) => type === "function_call_output")
        .map(({ call_id: id, output }) => ({ id: stringIn(id), said: JSON.stringify(output) })),
    tools: ({ tools }) =>
      objectsIn(tools).map(({ name, parameters: schema }) => ({ name: stringIn(name), schema })),
    toolProblems: openaiToolProblems,
  },
  models: openaiModels,
  recorded: {
    frame: (line) => `data: ${line}\n\n`,
    endsAt: (bytes) =>
      Math.max(bytes.lastIndexOf("response.completed"), bytes.lastIndexOf("response.incomplete")),
    blocks: {
      // Reasoning that holds nothing at all makes no part, so none is compared.
      seen: (parts) =>
        parts.flatMap(({ type, sidecar }) => {
          if (type === "opaque") return [isJsonObject(sidecar.data) ? stringIn(sidecar.data["type"]) : ""];
          return type === "thinking" ? [] : [type];
        }),
      wanted: ({ blocks }) => blocks.flatMap((block) => blockNames[block] ?? [block]),
    },
  },
};

const blockNames: Readonly<Record<string, readonly string[]>> = {
  reasoning: [],
  message: ["text"],
  function_call: ["tool-call"],
  custom_tool_call: ["tool-call"],
};

function itemsIn({ input }: JsonObject): readonly JsonObject[] {
  return objectsIn(input);
}
