// OpenAI Responses. A reply is a list of items (messages, reasoning, calls),
// and its last event repeats all of them. Reasoning comes encrypted and must be
// sent back as it is.
import { objectsIn, type JsonObject, isJsonObject } from "@skein/protocol";
import { jsonIn, stringIn } from "@skein/provider-kit";
import { lookCall, write } from "../cases/samples.ts";
import type { Dialect, OwnStream } from "../dialect.ts";
import { openaiResponsesStream } from "../servers/openai-responses-wire.ts";
import { openaiModels, openaiRefused, openaiToolProblems } from "./openai.ts";

/** Event of the wire. */
type WireEvent = JsonObject & { readonly type: string };

/** Frames events, numbered as the vendor does. */
function framed(events: readonly WireEvent[]): string {
  return events
    .map(
      (event, at) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`,
    )
    .join("");
}

/** Fields of every response. */
const head = { id: "resp_1", object: "response", created_at: 1, model: "gpt-test" };
/** First event of every stream. */
const created: WireEvent = {
  type: "response.created",
  response: { ...head, status: "in_progress", output: [], usage: null },
};

/** Last event of a complete reply. */
function completed(output: readonly JsonObject[]): WireEvent {
  return {
    type: "response.completed",
    response: { ...head, status: "completed", output: [...output], usage: null },
  };
}

/** Event that starts an item. */
function added(at: number | undefined, item: JsonObject): WireEvent {
  return { type: "response.output_item.added", ...place(at), item };
}

/** Event with the complete item. */
function done(at: number | undefined, item: JsonObject): WireEvent {
  return { type: "response.output_item.done", ...place(at), item };
}

/** Index of an item, which servers that copy the API forget. */
function place(at: number | undefined): JsonObject {
  return at === undefined ? {} : { output_index: at };
}

/** Adds a piece of text. */
function textDelta(at: number, delta: string): WireEvent {
  return {
    type: "response.output_text.delta",
    item_id: `msg_${at}`,
    output_index: at,
    content_index: 0,
    delta,
  };
}

/** Adds a piece of the arguments of a call. */
function piece(at: number, delta: string, more: JsonObject = { output_index: at }): WireEvent {
  return { type: "response.function_call_arguments.delta", item_id: `fc_${at}`, ...more, delta };
}

/**
 * Item with a call. `id` is the item's, `call_id` that of the call.
 *
 * Results refer to `call_id`. A provider that returns `id` instead sends a
 * result without a call.
 */
function callItem(at: number, callId: string | undefined, name: string, input: string): JsonObject {
  const item = { id: `fc_${at}`, type: "function_call", status: "completed", name, arguments: input };
  return callId === undefined ? item : { ...item, call_id: callId };
}

/** Item with the text "Hello". */
const message: JsonObject = {
  id: "msg_0",
  type: "message",
  status: "completed",
  role: "assistant",
  content: [{ type: "output_text", annotations: [], text: "Hello" }],
};

const [lookInput, writeInput] = [JSON.stringify(lookCall.input), JSON.stringify(write.input)];

/** Complete calls, each after the one before. */
function called(...calls: readonly JsonObject[]): string {
  const events = calls.flatMap((item, at) => {
    const input = stringIn(item["arguments"]);
    const empty = { ...item, arguments: "" };
    return [added(at, empty), piece(at, input.slice(0, 5)), piece(at, input.slice(5)), done(at, item)];
  });
  return framed([created, ...events, completed(calls)]);
}

/** End that leaves everything to the name of its event. */
const unreasoned: WireEvent = { type: "response.completed", response: { id: "resp_1", output: [] } };
/** Reason why no reply ends without one. */
const namesItsEnd = "The event at the end names the reason.";

/**
 * Text "Hello" in two deltas.
 *
 * @param more - events between the first and the last delta.
 * @param item - item at the end. Default: `message`.
 */
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

/**
 * Reply that ended at the output limit inside of a call. The item is never
 * done.
 *
 * A reader that waits for the end of the item drops the call, and the agent
 * does not learn that the model wanted one.
 */
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

/** Arguments with a missing comma. */
const notJson = '{"path": "a.txt" "b"}';
/** Message that refuses. */
const refusal: JsonObject = { ...message, content: [{ type: "refusal", refusal: "I will not." }] };
/** Error that is also sent inside of a stream. */
const failed = { message: "The engine has died.", type: "server_error", code: "server_error", param: null };
/** Item with a summary and encrypted reasoning. */
const reasoning: JsonObject = {
  id: "rs_0",
  type: "reasoning",
  summary: [{ type: "summary_text", text: "Look first." }],
  encrypted_content: "c2VhbGVkIGJ5dGVz/+==",
};
/** Item of the vendor's own search. */
const search: JsonObject = {
  id: "ws_0",
  type: "web_search_call",
  status: "completed",
  action: { type: "search", query: "skein" },
};

/** Item of the vendor, and a call after it. */
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

/**
 * Wire of OpenAI's Responses API.
 *
 * Rules that other wires do not have:
 *
 * - Each item comes up to three times: added, as deltas, and done. A reader
 *   that uses more than one of them shows the text twice.
 * - An incomplete reply ends with `response.incomplete`, and its reason is in
 *   `incomplete_details`.
 * - A call has two ids: that of the item, and `call_id`.
 * - Reasoning items must be returned before the call that they led to.
 *
 * Source: developers.openai.com, Responses: streaming events, reasoning items.
 */
export const openaiResponses: Dialect = {
  id: "openai-responses",
  path: "/v1",
  contentType: "text/event-stream; charset=utf-8",
  framing: "server-sent-events",
  requestIdHeader: "x-request-id",
  /**
   * An incomplete reply has its reason in another field than a complete one.
   */
  encode: (parts, { stop, ...options } = {}) =>
    openaiResponsesStream(parts, {
      ...options,
      ...(stop === undefined || stop === "completed" ? {} : { incomplete: stop }),
    }),
  /**
   * `status` of the response, or the reason why it is incomplete. Calls end
   * with `completed` like texts.
   */
  stops: {
    answered: "completed",
    "tool-calls": "completed",
    length: "max_output_tokens",
    refused: "content_filter",
    paused: { notApplicable: "The wire has no word for it." },
    unknown: "reason_of_tomorrow",
  },
  /**
   * `input_tokens` includes tokens of the cache, and `output_tokens` those of
   * reasoning.
   */
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
    /** Reasoning without a summary. */
    "redacted-thinking": {
      bytes: before({ ...reasoning, summary: [] }),
      also: { kinds: ["thinking", "tool-call"] },
    },
    /** Deltas of two items alternate. */
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
    /** Empty arguments. */
    "no-arguments": { bytes: called(callItem(0, "call_1", "look", "")) },
    /** Empty text between two pieces. */
    "empty-deltas": { bytes: hello([textDelta(0, ""), textDelta(0, "")]) },
    /** Content of type `refusal`, in a reply that is `completed`. */
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
    /** `response.incomplete` without the end of the item. */
    "cut-off-call": cutOff('{"path": "a.txt", "text": "not to the e'),
    /** An item that is done, with arguments that do not parse. */
    "not-json-arguments": {
      bytes: called(callItem(0, "call_1", "look", notJson)),
      also: { calls: [{ name: "look", raw: notJson, problem: "not-json" }] },
    },
    /** Two items with one `call_id`. */
    "duplicate-ids": {
      bytes: called(callItem(0, "call_1", "look", lookInput), callItem(1, "call_1", "write", writeInput)),
    },
    /** Items without `call_id`. */
    "missing-ids": {
      bytes: called(callItem(0, undefined, "look", lookInput), callItem(1, undefined, "write", writeInput)),
    },
    /** Events have the id of their item instead. */
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
    /** Message with `role: null`. */
    "missing-role": { bytes: hello([], { ...message, role: null }) },
    /** `response.completed` without a status. */
    "missing-finish-reason": {
      bytes: framed([
        created,
        done(0, callItem(0, "call_1", lookCall.name, lookInput)),
        done(1, callItem(1, "call_2", write.name, writeInput)),
        unreasoned,
      ]),
    },
    "missing-finish-reason-cut-off-call": { notApplicable: namesItsEnd },
    "missing-finish-reason-no-arguments": { notApplicable: namesItsEnd },
    /** Unknown events, one of which looks like a delta. */
    "things-of-tomorrow": {
      bytes: hello([
        { type: "response.thing_of_tomorrow.delta", output_index: 0, delta: { deep: true } },
        { type: "keepalive" },
      ]),
    },
    /** Event of type `error`. */
    "error-inside": {
      bytes: framed([
        created,
        added(0, { ...message, content: [] }),
        textDelta(0, "Hel"),
        { ...failed, type: "error" },
      ]),
      also: { failure: { code: "overloaded", retryable: true } },
    },
    /** The same error as a JSON body with status 200. */
    "error-as-body": {
      bytes: JSON.stringify({ error: failed }),
      contentType: "application/json",
      also: { failure: { code: "overloaded", retryable: true } },
    },
  },
  refused: openaiRefused,
  /** Errors by name and by index; the index is in the message. */
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
    /** Reasoning item, with its summary and encrypted content. */
    encrypted: {
      bytes: before(reasoning),
      back: (body) => itemsIn(body).find(({ type }) => type === "reasoning"),
      is: reasoning,
      secret: "c2VhbGVkIGJ5dGVz",
    },
    "reasoning-details": { notApplicable: "Reasoning comes encrypted." },
    "signed-call": { notApplicable: "Calls have ids and no signatures." },
    /** Search item. */
    opaque: {
      bytes: before(search),
      back: (body) => itemsIn(body).find(({ type }) => type === "web_search_call"),
      is: search,
      secret: "ws_0",
    },
  },
  requests: {
    /** Items of type `function_call`. */
    calls: (body) =>
      itemsIn(body)
        .filter(({ type }) => type === "function_call")
        .map(({ call_id: id, name, arguments: input }) => ({
          id: stringIn(id),
          name: stringIn(name),
          input: jsonIn(stringIn(input)) ?? null,
        })),
    /** Items of type `function_call_output`. */
    results: (body) =>
      itemsIn(body)
        .filter(({ type }) => type === "function_call_output")
        .map(({ call_id: id, output }) => ({ id: stringIn(id), said: JSON.stringify(output) })),
    /** Definitions in `tools`, without the wrapper of Chat Completions. */
    tools: ({ tools }) =>
      objectsIn(tools).map(({ name, parameters: schema }) => ({ name: stringIn(name), schema })),
    toolProblems: openaiToolProblems,
  },
  models: openaiModels,
  /** Recordings are lines of JSON. */
  recorded: {
    frame: (line) => `data: ${line}\n\n`,
    /** A response completes, or is incomplete. */
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

/** Types of parts for each type of item. */
const blockNames: Readonly<Record<string, readonly string[]>> = {
  reasoning: [],
  message: ["text"],
  function_call: ["tool-call"],
  custom_tool_call: ["tool-call"],
};

/** Items of a request, in order. */
function itemsIn({ input }: JsonObject): readonly JsonObject[] {
  return objectsIn(input);
}
