// Amazon Bedrock, Converse. The events resemble Anthropic's, but come in binary
// frames with checksums, and errors inside a stream are exceptions with names
// of their own.
import { blocksIn } from "./content-blocks.ts";
import { isJsonObject, objectsIn, type AssistantPart, type JsonObject } from "@skein/protocol";
import { objectIn, stringIn } from "@skein/provider-kit";
import { lookCall, write } from "../cases/samples.ts";
import type { Dialect, Golden, OwnStream } from "../dialect.ts";
import { bedrockFrames, bedrockStream, type BedrockEvent } from "../servers/bedrock-wire.ts";
import { schemaProblems } from "./schema-problems.ts";

/** First event of every stream. */
const start: BedrockEvent = ["messageStart", { role: "assistant" }];

/** Events with which a complete reply ends: the stop, then the counters. */
function ended(stopReason: string): BedrockEvent[] {
  return [
    ["messageStop", { stopReason }],
    ["metadata", { usage: { inputTokens: 11, outputTokens: 7, totalTokens: 18 } }],
  ];
}

/** Builds a complete reply from the events between start and end. */
function reply(events: readonly BedrockEvent[], reason = "tool_use"): Buffer {
  return bedrockFrames([start, ...events, ...ended(reason)]);
}

/** Adds a piece to a content block. */
function delta(contentBlockIndex: number, value: JsonObject): BedrockEvent {
  return ["contentBlockDelta", { contentBlockIndex, delta: value }];
}

/** Stops a content block. */
function stopped(contentBlockIndex: number): BedrockEvent {
  return ["contentBlockStop", { contentBlockIndex }];
}

/** Adds a piece of the arguments of a call. */
function input(index: number, text: string): BedrockEvent {
  return delta(index, { toolUse: { input: text } });
}

/** Starts a call. Only calls have a start on this wire. */
function callStart(contentBlockIndex: number, id: string | undefined, name: string): BedrockEvent {
  const toolUse = { ...(id === undefined ? {} : { toolUseId: id }), name };
  return ["contentBlockStart", { contentBlockIndex, start: { toolUse } }];
}

/** Text "Hello" in two deltas, with other events between them. */
function hello(...more: readonly BedrockEvent[]): BedrockEvent[] {
  return [delta(0, { text: "Hel" }), ...more, delta(0, { text: "lo" }), stopped(0)];
}

/** Complete call in two deltas. */
function called(index: number, id: string | undefined, call: typeof lookCall): BedrockEvent[] {
  const text = JSON.stringify(call.input);
  return [
    callStart(index, id, call.name),
    input(index, text.slice(0, 5)),
    input(index, text.slice(5)),
    stopped(index),
  ];
}

/** Removes the index of a block. */
function withoutIndex([name, payload]: BedrockEvent): BedrockEvent {
  return [name, { ...(payload as object), contentBlockIndex: undefined }];
}

const [lookInput, writeInput] = [JSON.stringify(lookCall.input), JSON.stringify(write.input)];
/** Arguments that end inside of a string. */
const cutOff = '{"path": "a.txt", "text": "not to the e';
/** Arguments with a missing comma. */
const notJson = '{"path": "a.txt" "b"}';

/** Stream with arguments that do not parse, and how the call must be read. */
function broken(raw: string, reason: string, problem: string): OwnStream {
  return {
    bytes: reply([callStart(0, "tooluse_1", "look"), input(0, raw), stopped(0)], reason),
    also: { calls: [{ name: "look", raw, problem }] },
  };
}

/** Complete reply that does not say why it ended. */
function unreasoned(events: readonly BedrockEvent[]): Buffer {
  return bedrockFrames([start, ...events, ["messageStop", {}], ["metadata", {}]]);
}

/** Signature, as base64. */
const sealed = "c2VhbGVkIGJ5dGVz/+==";
/** Owner in the samples. */
const sidecar = { provider: "any", model: "any" };
/** Call that the vendor answers itself. */
const search = {
  toolUse: {
    toolUseId: "srvtooluse_1",
    name: "web_search",
    type: "server_tool_use",
    input: { query: "skein" },
  },
};

/** Reply with a block that must come back unchanged, followed by a call. */
function golden(field: string, block: JsonObject, part: AssistantPart, secret: string): Golden {
  return {
    bytes: bedrockStream([part, lookCall]),
    back: (body) => blocksIn(body).find((one) => field in one),
    is: block,
    secret,
  };
}

/**
 * Wire of Amazon Bedrock's Converse API.
 *
 * Rules that other wires do not have:
 *
 * - Frames are binary, with a length and two checksums. A frame that was cut
 *   must be an error, even if its payload parses.
 * - The counters come after the stop reason, in `metadata`. A reader that
 *   leaves at `messageStop` reports a reply without a price.
 * - Exceptions inside a stream are frames of another message type, for example
 *   `throttlingException` (429) and `modelStreamErrorException` (424) after a
 *   status of 200.
 * - Text and thinking have no start event; the first delta opens the block.
 *
 * Source: docs.aws.amazon.com/bedrock/latest/APIReference, ConverseStream.
 */
export const bedrockConverse: Dialect = {
  id: "bedrock-converse",
  path: "",
  contentType: "application/vnd.amazon.eventstream",
  /** Binary frames, so the rules of server-sent events do not apply. */
  framing: "other",
  /** AWS's name. */
  requestIdHeader: "x-amzn-requestid",
  encode: (parts, options) => bedrockStream(parts, options),
  /** Values of `stopReason`. A refusal is the intervention of a guardrail. */
  stops: {
    answered: "end_turn",
    "tool-calls": "tool_use",
    length: "max_tokens",
    refused: "guardrail_intervened",
    paused: { notApplicable: "The vendor never asks for the same conversation again." },
    unknown: "reason_of_tomorrow",
  },
  /**
   * Counters of the `metadata` event. `inputTokens` does not include tokens of
   * the cache.
   */
  counters: {
    full: {
      raw: {
        inputTokens: 40,
        outputTokens: 9,
        totalTokens: 49,
        cacheReadInputTokens: 0,
        cacheWriteInputTokens: 0,
      },
      usage: { input: 40, output: 9, cacheRead: 0, cacheWrite: 0 },
    },
    cached: {
      raw: {
        inputTokens: 40,
        outputTokens: 9,
        totalTokens: 2349,
        cacheReadInputTokens: 2000,
        cacheWriteInputTokens: 300,
      },
      usage: { input: 40, output: 9, cacheRead: 2000, cacheWrite: 300 },
    },
    none: { raw: null, usage: {} },
  },
  streams: {
    /** Delta with encrypted content and no text. */
    "redacted-thinking": {
      bytes: reply([
        delta(0, { reasoningContent: { redactedContent: sealed } }),
        stopped(0),
        ...called(1, "tooluse_1", lookCall),
      ]),
      also: { kinds: ["thinking", "tool-call"] },
    },
    /** The index of a block allows it. */
    "interleaved-calls": {
      bytes: reply([
        callStart(0, "tooluse_1", "look"),
        callStart(1, "tooluse_2", "write"),
        input(0, lookInput.slice(0, 4)),
        input(1, writeInput.slice(0, 6)),
        input(0, lookInput.slice(4)),
        input(1, writeInput.slice(6)),
        stopped(0),
        stopped(1),
      ]),
    },
    /** One empty delta. */
    "no-arguments": { bytes: reply([callStart(0, "tooluse_1", "look"), input(0, ""), stopped(0)]) },
    /** Empty text between two pieces. */
    "empty-deltas": { bytes: reply(hello(delta(0, { text: "" }), delta(0, { text: "" })), "end_turn") },
    "refusal-in-content": { notApplicable: "A refusal is a reason to stop, and text like any other." },
    /** Stop reason `max_tokens`. */
    "cut-off-call": broken(cutOff, "max_tokens", "cut-off"),
    /** Stop reason `tool_use`. */
    "not-json-arguments": broken(notJson, "tool_use", "not-json"),
    /** Two calls with one id. */
    "duplicate-ids": {
      bytes: reply([...called(0, "tooluse_1", lookCall), ...called(1, "tooluse_1", write)]),
    },
    /** Calls without `toolUseId`. */
    "missing-ids": { bytes: reply([...called(0, undefined, lookCall), ...called(1, undefined, write)]) },
    /** Blocks follow one another. */
    "missing-indexes": {
      bytes: reply([...called(0, "tooluse_1", lookCall), ...called(0, "tooluse_2", write)].map(withoutIndex)),
    },
    /** `messageStart` without a role. */
    "missing-role": {
      bytes: bedrockFrames([["messageStart", {}], ...hello(), ...ended("end_turn")]),
    },
    /** `messageStop` without a reason. */
    "missing-finish-reason": {
      bytes: unreasoned([...called(0, "tooluse_1", lookCall), ...called(1, "tooluse_2", write)]),
    },
    "missing-finish-reason-cut-off-call": {
      bytes: unreasoned([callStart(0, "tooluse_1", "look"), input(0, cutOff), stopped(0)]),
    },
    "missing-finish-reason-no-arguments": {
      bytes: unreasoned([callStart(0, "tooluse_1", "look"), input(0, ""), stopped(0)]),
    },
    /** Unknown events, and a start without content. */
    "things-of-tomorrow": {
      bytes: reply(
        [
          ["eventOfTomorrow", { deep: true }],
          ["contentBlockStart", { contentBlockIndex: 0, start: {} }],
          ...hello(["otherOfTomorrow", { contentBlockIndex: 0 }]),
        ],
        "end_turn",
      ),
    },
    /** Exception frame after the first delta. */
    "error-inside": {
      bytes: bedrockFrames([
        start,
        delta(0, { text: "Hel" }),
        ["serviceUnavailableException", { message: "Later" }],
      ]),
      also: { failure: { code: "overloaded", retryable: true } },
    },
    "error-as-body": {
      notApplicable: "What is wrong before the stream has an error status.",
    },
  },
  refused: {
    /** No access to the model, an expired token, and a wrong API key. */
    auth: [
      { status: 403, body: error("AccessDeniedException", "You don't have access to the model") },
      {
        status: 403,
        body: error("ExpiredTokenException", "The security token included in the request is expired"),
      },
      { status: 401, body: { message: "Authentication failed: API Key not valid" } },
    ],
    /**
     * A daily limit comes as throttling with status 429; only its text tells.
     */
    quota: [
      {
        status: 429,
        body: error("ThrottlingException", "Too many tokens per day, please wait before trying again."),
      },
      { status: 400, body: error("ServiceQuotaExceededException", "The quota of your account is exceeded") },
    ],
    /** Throttling that passes. */
    "rate-limited": [
      {
        status: 429,
        body: error("ThrottlingException", "Too many tokens, please wait before trying again."),
      },
    ],
    /**
     * Four exceptions of the service, two of which have a status of 4xx. The
     * last body is that of a proxy.
     */
    overloaded: [
      { status: 500, body: error("InternalServerException", "Internal error") },
      { status: 503, body: error("ServiceUnavailableException", "Not now") },
      { status: 429, body: error("ModelNotReadyException", "The model is not ready") },
      { status: 424, body: error("ModelErrorException", "The model failed") },
      { status: 503, body: "upstream connect error" },
    ],
    /** The vendor's own sentence, and that of the model behind it. */
    "context-overflow": [
      { status: 400, body: error("ValidationException", "Input is too long for requested model.") },
      {
        status: 400,
        body: error(
          "ValidationException",
          "The model returned the following errors: prompt is too long: 250000 tokens > 200000 maximum",
        ),
      },
    ],
    /** Any other invalid request. */
    "bad-request": [{ status: 400, body: error("ValidationException", "Malformed input request") }],
    /** An unknown model can be 404 or 400. */
    "not-found": [
      { status: 404, body: error("ResourceNotFoundException", "Could not resolve the foundation model") },
      { status: 400, body: error("ValidationException", "The provided model identifier is invalid.") },
    ],
  },
  /** Errors of the service, and one of the model behind it. */
  refusedTool: [
    "The value at toolConfig.tools.1.toolSpec.inputSchema.json.type must be one of the following: object.",
    "The json schema definition at toolConfig.tools.1.toolSpec.inputSchema is invalid. Fix the following errors and try again: $.properties: null found, object expected",
    "The format of the value at toolConfig.tools.1.toolSpec.inputSchema.json is invalid. Provide a json object for the field and try again.",
    "The model returned the following errors: tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12.",
  ].map((message) => ({ status: 400, body: error("ValidationException", message) })),
  goldens: {
    /** Thinking with a signature. */
    signature: golden(
      "reasoningContent",
      { reasoningContent: { reasoningText: { text: "Look first.", signature: sealed } } },
      { type: "thinking", text: "Look first.", sidecar: { ...sidecar, data: { signature: sealed } } },
      sealed,
    ),
    /** Encrypted thinking. */
    redacted: golden(
      "reasoningContent",
      { reasoningContent: { redactedContent: "c2VhbGVkIGJ5dGVzLg==" } },
      { type: "thinking", text: "", sidecar: { ...sidecar, data: { redacted: "c2VhbGVkIGJ5dGVzLg==" } } },
      "c2VhbGVkIGJ5dGVzLg==",
    ),
    encrypted: { notApplicable: "Reasoning comes signed or redacted." },
    "reasoning-details": { notApplicable: "Reasoning comes signed or redacted." },
    "signed-call": { notApplicable: "Thoughts are signed, calls are not." },
    /** Call that the vendor answered itself. */
    opaque: golden(
      "toolUse",
      search,
      { type: "opaque", sidecar: { ...sidecar, data: search } },
      "srvtooluse_1",
    ),
  },
  requests: {
    /** Blocks with `toolUse`. */
    calls: (body) =>
      blocksIn(body)
        .map(({ toolUse }) => toolUse)
        .filter(isJsonObject)
        .map(({ toolUseId, name, input: given }) => ({
          id: stringIn(toolUseId),
          name: stringIn(name),
          input: given ?? null,
        })),
    /** Blocks with `toolResult`, in user messages. */
    results: (body) =>
      blocksIn(body)
        .map(({ toolResult }) => toolResult)
        .filter(isJsonObject)
        .map(({ toolUseId, content }) => ({ id: stringIn(toolUseId), said: JSON.stringify(content) })),
    /** Definitions in `toolConfig`. */
    tools: ({ toolConfig }) =>
      objectsIn(objectIn(toolConfig)["tools"])
        .map(({ toolSpec }) => toolSpec)
        .filter(isJsonObject)
        .map(({ name, inputSchema }) => ({ name: stringIn(name), schema: objectIn(inputSchema)["json"] })),
    /**
     * Names of up to 64 characters, and an object without alternatives at its
     * root.
     */
    toolProblems({ name, schema }) {
      const problems = schemaProblems(schema, { branchesAtRoot: false });
      return /^[a-zA-Z0-9_-]{1,64}$/.test(name) ? problems : ["has an illegal name", ...problems];
    },
  },
  /** Responses of two requests in one body: models, and inference profiles. */
  models: {
    answer: {
      modelSummaries: [{ modelId: "test.model-v1:0", inferenceTypesSupported: ["ON_DEMAND"] }],
      inferenceProfileSummaries: [{ inferenceProfileId: "us.test.model-v1:0" }],
    },
    ids: ["test.model-v1:0", "us.test.model-v1:0"],
  },
  /** Recordings are the frames themselves. */
  recorded: {
    frame: (line) => line,
    // The name of the event follows the first bytes of its frame.
    endsAt: (bytes) => bytes.lastIndexOf("messageStop"),
    blocks: {
      seen: (parts) =>
        parts.map((part) => {
          if (part.type !== "opaque") return blockNames[part.type];
          return Object.keys(objectIn(part.sidecar.data))[0] ?? "";
        }),
      wanted: ({ blocks }) => blocks,
      isSigned: (part) => part.type === "thinking" && objectIn(part.sidecar?.data)["signature"] !== undefined,
    },
  },
};

/** The vendor's names for types of parts. */
const blockNames = { text: "text", thinking: "reasoningContent", "tool-call": "toolUse" } as const;

/** Error body. AWS puts the type of the error into `__type`. */
function error(kind: string, message: string): JsonObject {
  return { __type: `com.amazon.coral.service#${kind}`, message };
}
