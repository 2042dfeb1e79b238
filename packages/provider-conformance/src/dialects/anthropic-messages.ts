// Anthropic Messages. A reply is a message of content blocks, each with a
// start, deltas and a stop, and every event repeats its type in the JSON.
// Prompt tokens are counted at the start, reply tokens at the end.
import { blocksIn } from "./content-blocks.ts";
import { isJsonObject, objectsIn, type AssistantPart, type JsonObject } from "@skein/protocol";
import { objectIn, stringIn } from "@skein/provider-kit";
import { lookCall, write } from "../cases/samples.ts";
import type { Dialect, Golden, OwnStream } from "../dialect.ts";
import { anthropicStream, anthropicFrames } from "../servers/anthropic-wire.ts";
import { schemaProblems } from "./schema-problems.ts";

/** Event of the wire. */
type WireEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** First event of every stream, without counters. */
const start: WireEvent = {
  type: "message_start",
  message: { id: "msg_1", type: "message", role: "assistant", model: "claude-test", content: [] },
};

/** Events with which a complete reply ends. */
function ended(reason: string): WireEvent[] {
  return [
    {
      type: "message_delta",
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: 5 },
    },
    { type: "message_stop" },
  ];
}

/** Builds a complete reply from the events between start and end. */
function reply(events: readonly WireEvent[], reason = "tool_use"): string {
  return anthropicFrames([start, ...events, ...ended(reason)]);
}

/** Starts a content block. */
function blockStart(index: number, block: object): WireEvent {
  return { type: "content_block_start", index, content_block: block };
}

/** Stops a content block. */
function blockStop(index: number): WireEvent {
  return { type: "content_block_stop", index };
}

/** Adds a piece of the arguments of a call. */
function json(index: number, text: string): WireEvent {
  return { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: text } };
}

/** Adds a piece of text. */
function textDelta(index: number, text: string): WireEvent {
  return { type: "content_block_delta", index, delta: { type: "text_delta", text } };
}

/**
 * Starts a call. Its input is empty here; the arguments come as deltas.
 *
 * A reader that parses `input` of the start runs every call without arguments.
 */
function callStart(index: number, id: string | undefined, name: string): WireEvent {
  return blockStart(index, { type: "tool_use", ...(id === undefined ? {} : { id }), name, input: {} });
}

/** Text "Hello" in two deltas, with other events between them. */
function hello(...more: readonly WireEvent[]): WireEvent[] {
  return [
    blockStart(0, { type: "text", text: "" }),
    textDelta(0, "Hel"),
    ...more,
    textDelta(0, "lo"),
    blockStop(0),
  ];
}

/** Complete call in two deltas. */
function called(index: number, id: string | undefined, call: typeof lookCall): WireEvent[] {
  const text = JSON.stringify(call.input);
  const deltas = [json(index, text.slice(0, 5)), json(index, text.slice(5))];
  return [callStart(index, id, call.name), ...deltas, blockStop(index)];
}

/** Removes the index, which servers that copy the API forget. */
function withoutIndex(event: WireEvent): WireEvent {
  return { ...event, index: undefined };
}

const [lookInput, writeInput] = [JSON.stringify(lookCall.input), JSON.stringify(write.input)];

/** Error event, also sent in the middle of a reply. */
const overloaded = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };

/** Arguments that end inside of a string. */
const cutOff = '{"path": "a.txt", "text": "not to the e';
/** Arguments with a missing comma. */
const notJson = '{"path": "a.txt" "b"}';

/**
 * Stream with arguments that do not parse, and how the call must be read.
 *
 * The block is stopped in both cases, so its stop is no proof that the
 * arguments are complete.
 */
function broken(raw: string, reason: string, problem: string): OwnStream {
  return {
    bytes: reply([callStart(0, "toolu_1", "look"), json(0, raw), blockStop(0)], reason),
    also: { calls: [{ name: "look", raw, problem }] },
  };
}

/** Complete reply that does not say why it ended. */
function unreasoned(events: readonly WireEvent[]): string {
  const end = [{ type: "message_delta", delta: { stop_reason: null } }, { type: "message_stop" }];
  return anthropicFrames([start, ...events, ...end]);
}

/**
 * Reply with a block that must come back unchanged, followed by a call, since
 * only then another request follows.
 */
function golden(block: JsonObject, parts: readonly AssistantPart[], secret: string): Golden {
  return {
    bytes: anthropicStream([...parts, lookCall]),
    back: (body) => blocksIn(body).find(({ type }) => type === block["type"]),
    is: block,
    secret,
  };
}

/**
 * Signature or encrypted content, as base64 with characters that JSON and URLs
 * treat specially.
 */
const sealed = "c2VhbGVkIGJ5dGVz/+==";
/** Owner in the samples. The case replaces it by the provider under test. */
const sidecar = { provider: "any", model: "any" };
/** Call that the vendor answers itself. */
const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "skein" } };

/**
 * Wire of Anthropic's Messages API.
 *
 * Rules that other wires do not have:
 *
 * - Any number of `ping` events may come between others.
 * - Counters of `message_delta` are cumulative: they replace earlier ones and
 *   are not added to them.
 * - An `error` event can follow a status of 200. It has the same types as an
 *   error response, such as `overloaded_error`, which is 529 before a stream.
 * - Clients are asked to accept unknown types of events.
 *
 * Source: platform.claude.com/docs, Messages: streaming, errors, tool use,
 * extended thinking.
 */
export const anthropicMessages: Dialect = {
  id: "anthropic-messages",
  path: "",
  contentType: "text/event-stream; charset=utf-8",
  framing: "server-sent-events",
  /** Anthropic's name. Others use `x-request-id`. */
  requestIdHeader: "request-id",
  encode: (parts, options) => anthropicStream(parts, options),
  /** Values of `stop_reason`. */
  stops: {
    answered: "end_turn",
    "tool-calls": "tool_use",
    length: "max_tokens",
    refused: "refusal",
    paused: "pause_turn",
    unknown: "reason_of_tomorrow",
  },
  /**
   * Counters of `usage`. `input_tokens` does not include tokens of the cache.
   */
  counters: {
    full: {
      raw: {
        input_tokens: 40,
        output_tokens: 9,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
      usage: { input: 40, output: 9, cacheRead: 0, cacheWrite: 0 },
    },
    cached: {
      raw: {
        input_tokens: 40,
        output_tokens: 9,
        cache_creation_input_tokens: 300,
        cache_read_input_tokens: 2000,
      },
      usage: { input: 40, output: 9, cacheRead: 2000, cacheWrite: 300 },
    },
    /** Servers that copy the API often send none. */
    none: { raw: null, usage: {} },
  },
  streams: {
    /** Block with encrypted data and no text. */
    "redacted-thinking": {
      bytes: reply([
        blockStart(0, { type: "redacted_thinking", data: sealed }),
        blockStop(0),
        ...called(1, "toolu_1", lookCall),
      ]),
      also: { kinds: ["thinking", "tool-call"] },
    },
    /** The vendor sends one block at a time; the index allows more. */
    "interleaved-calls": {
      bytes: reply([
        callStart(0, "toolu_1", "look"),
        callStart(1, "toolu_2", "write"),
        json(0, lookInput.slice(0, 4)),
        json(1, writeInput.slice(0, 6)),
        json(0, lookInput.slice(4)),
        json(1, writeInput.slice(6)),
        blockStop(0),
        blockStop(1),
      ]),
    },
    /** One empty delta, as the vendor sends for a tool without properties. */
    "no-arguments": { bytes: reply([callStart(0, "toolu_1", "look"), json(0, ""), blockStop(0)]) },
    /** Empty text between two pieces. */
    "empty-deltas": { bytes: reply(hello(textDelta(0, ""), textDelta(0, "")), "end_turn") },
    "refusal-in-content": { notApplicable: "A refusal is a reason to stop, and text like any other." },
    /** Stop reason `max_tokens`, with arguments that are incomplete. */
    "cut-off-call": broken(cutOff, "max_tokens", "cut-off"),
    /**
     * Stop reason `tool_use`, so the model believed that the call was complete.
     */
    "not-json-arguments": broken(notJson, "tool_use", "not-json"),
    /** Two calls with one id. */
    "duplicate-ids": { bytes: reply([...called(0, "toolu_1", lookCall), ...called(1, "toolu_1", write)]) },
    /** Calls without the field `id`. */
    "missing-ids": { bytes: reply([...called(0, undefined, lookCall), ...called(1, undefined, write)]) },
    /** Blocks follow one another, so the index can be inferred. */
    "missing-indexes": {
      bytes: reply([...called(0, "toolu_1", lookCall), ...called(0, "toolu_2", write)].map(withoutIndex)),
    },
    /** `message_start` without `role`. */
    "missing-role": {
      bytes: anthropicFrames([
        { type: "message_start", message: { id: "msg_1", model: "claude-test", content: [] } },
        ...hello(),
        ...ended("end_turn"),
      ]),
    },
    /**
     * `message_delta` with `stop_reason: null`, followed by the regular end.
     */
    "missing-finish-reason": {
      bytes: unreasoned([...called(0, "toolu_1", lookCall), ...called(1, "toolu_2", write)]),
    },
    "missing-finish-reason-cut-off-call": {
      bytes: unreasoned([callStart(0, "toolu_1", "look"), json(0, cutOff), blockStop(0)]),
    },
    "missing-finish-reason-no-arguments": {
      bytes: unreasoned([callStart(0, "toolu_1", "look"), json(0, ""), blockStop(0)]),
    },
    /**
     * `ping`, an unknown event, and an unknown type of delta. The vendor's
     * documentation asks clients to ignore unknown events.
     */
    "things-of-tomorrow": {
      bytes: reply(
        [
          { type: "ping" },
          { type: "content_block_of_tomorrow", index: 0, value: { deep: true } },
          ...hello({ type: "content_block_delta", index: 0, delta: { type: "delta_of_tomorrow", value: 1 } }),
        ],
        "end_turn",
      ),
    },
    /** An `error` event in place of the next delta. */
    "error-inside": {
      bytes: anthropicFrames([
        start,
        blockStart(0, { type: "text", text: "" }),
        textDelta(0, "Hel"),
        overloaded,
      ]),
      also: { failure: { code: "overloaded", retryable: true } },
    },
    /** The same error as a JSON body with status 200. */
    "error-as-body": {
      bytes: JSON.stringify(overloaded),
      contentType: "application/json",
      also: { failure: { code: "overloaded", retryable: true } },
    },
  },
  /**
   * Bodies of the page "Errors". `type` inside of `error` is the vendor's
   * classification; where it is too wide, as `invalid_request_error` is, only
   * the message tells.
   */
  refused: {
    /** Wrong key, and a key without the permission. */
    auth: [
      { status: 401, body: error("authentication_error", "invalid x-api-key") },
      { status: 403, body: error("permission_error", "not allowed for this workspace") },
    ],
    /** Billing errors come with 402, and with 400. */
    quota: [
      { status: 402, body: error("billing_error", "no credit") },
      {
        status: 400,
        body: error("invalid_request_error", "Your credit balance is too low to access the API"),
      },
    ],
    /** Status 429. */
    "rate-limited": [
      { status: 429, body: error("rate_limit_error", "This request would exceed your rate limit") },
    ],
    /** 529 is the vendor's own status. The last body is that of a proxy. */
    overloaded: [
      { status: 500, body: error("api_error", "Internal server error") },
      { status: 529, body: error("overloaded_error", "Overloaded") },
      { status: 503, body: "upstream connect error" },
    ],
    /**
     * Prompt too long, prompt and reply together too long, and a body that is
     * too large.
     */
    "context-overflow": [
      {
        status: 400,
        body: error("invalid_request_error", "prompt is too long: 250000 tokens > 200000 maximum"),
      },
      {
        status: 400,
        body: error(
          "invalid_request_error",
          "input length and `max_tokens` exceed context limit: 190000 + 64000 > 200000",
        ),
      },
      { status: 413, body: error("request_too_large", "Request exceeds the maximum size") },
    ],
    /** Any other invalid request. */
    "bad-request": [
      { status: 400, body: error("invalid_request_error", "messages: at least one message is required") },
    ],
    /** Unknown model. */
    "not-found": [{ status: 404, body: error("not_found_error", "model: claude-nope") }],
  },
  /**
   * Index 1 is the second tool. `custom` is part of the path for tools of the
   * client.
   */
  refusedTool: [
    "tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12).",
    "tools.1.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    "tools.1.input_schema.type: Input should be 'object'",
    "tools.1.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
  ].map((message) => ({ status: 400, body: error("invalid_request_error", message) })),
  /**
   * Thinking has to be returned unchanged together with the call that followed
   * it.
   */
  goldens: {
    /** Thinking with the signature that proves it was not changed. */
    signature: golden(
      { type: "thinking", thinking: "Look first.", signature: sealed },
      [{ type: "thinking", text: "Look first.", sidecar: { ...sidecar, data: { signature: sealed } } }],
      sealed,
    ),
    /** Thinking that the vendor has encrypted for safety. */
    redacted: golden(
      { type: "redacted_thinking", data: sealed },
      [{ type: "thinking", text: "", sidecar: { ...sidecar, data: { redacted: sealed } } }],
      sealed,
    ),
    encrypted: { notApplicable: "Reasoning comes signed or redacted." },
    "reasoning-details": { notApplicable: "Reasoning comes signed or redacted." },
    "signed-call": { notApplicable: "Thoughts are signed, calls are not." },
    /** Call of the vendor's own search, with its input. */
    opaque: golden(search, [{ type: "opaque", sidecar: { ...sidecar, data: search } }], "srvtoolu_1"),
  },
  requests: {
    /** Blocks of type `tool_use`. */
    calls: (body) =>
      blocksIn(body)
        .filter(({ type }) => type === "tool_use")
        .map(({ id, name, input }) => ({ id: stringIn(id), name: stringIn(name), input: input ?? null })),
    /** Blocks of type `tool_result`, in user messages. */
    results: (body) =>
      blocksIn(body)
        .filter(({ type }) => type === "tool_result")
        .map(({ tool_use_id: id, content }) => ({ id: stringIn(id), said: JSON.stringify(content) })),
    /** Definitions in `tools`. */
    tools: ({ tools }) =>
      objectsIn(tools).map(({ name, input_schema: schema }) => ({ name: stringIn(name), schema })),
    /**
     * Names of up to 128 characters, and an object without alternatives at its
     * root.
     */
    toolProblems({ name, schema }) {
      const problems = schemaProblems(schema, { branchesAtRoot: false });
      return /^[a-zA-Z0-9_-]{1,128}$/.test(name) ? problems : ["has an illegal name", ...problems];
    },
  },
  /**
   * Page of `GET /v1/models`.
   *
   * A list can have several pages; this one has no more.
   */
  models: {
    answer: {
      data: [{ type: "model", id: "claude-test", display_name: "Claude Test" }],
      has_more: false,
      first_id: "claude-test",
      last_id: "claude-test",
    },
    ids: ["claude-test"],
  },
  /**
   * Recordings are lines of JSON; the name of the event is restored from the
   * type.
   */
  recorded: {
    frame(line) {
      const { type } = JSON.parse(line) as WireEvent;
      return `event: ${type}\ndata: ${line}\n\n`;
    },
    /** `message_stop` is the terminator. */
    endsAt: (bytes) => bytes.lastIndexOf("message_stop"),
    blocks: {
      seen: (parts) =>
        parts.map((part) => {
          const data = isJsonObject(part.sidecar?.data) ? part.sidecar.data : {};
          if (part.type === "opaque") return stringIn(data["type"]);
          return data["redacted"] === undefined ? blockNames[part.type] : "redacted_thinking";
        }),
      wanted: ({ blocks }) => blocks,
      isSigned: (part) => part.type === "thinking" && objectIn(part.sidecar?.data)["signature"] !== undefined,
    },
  },
};

/** The vendor's names for types of parts. */
const blockNames = { text: "text", thinking: "thinking", "tool-call": "tool_use" } as const;

/** Error body. */
function error(type: string, message: string): JsonObject {
  return { type: "error", error: { type, message }, request_id: "req_1" };
}
