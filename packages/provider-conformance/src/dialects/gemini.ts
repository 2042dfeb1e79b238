// Gemini. Each event is a whole response with the new parts. Calls come
// complete, with arguments as JSON instead of text. A reply with calls has the
// same finish reason as one without.
import { isJsonObject, objectsIn, type JsonObject } from "@skein/protocol";
import { objectIn, stringIn } from "@skein/provider-kit";
import { lookCall, write } from "../cases/samples.ts";
import type { Dialect } from "../dialect.ts";
import { googleStream } from "../servers/google-wire.ts";
import { schemaProblems } from "./schema-problems.ts";

/** Frames chunks. The vendor ends lines with CR LF. */
function framed(chunks: readonly JsonObject[]): string {
  return chunks.map((one) => `data: ${JSON.stringify(one)}\r\n\r\n`).join("");
}

/**
 * Response with parts and, at the end, a finish reason.
 *
 * Each chunk repeats the counters, so a reader must replace the earlier ones
 * rather than add them up.
 */
function chunk(parts: readonly JsonObject[], finishReason?: string): JsonObject {
  const content = { role: "model", parts: [...parts] };
  return {
    candidates: [{ content, index: 0, ...(finishReason === undefined ? {} : { finishReason }) }],
    usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
    modelVersion: "gemini-test",
    responseId: "resp_1",
  };
}

/** Part with a call. Not all models send an id. */
function call(id: string | undefined, { name, input }: typeof lookCall, more: JsonObject = {}): JsonObject {
  return { functionCall: { name, args: input, ...(id === undefined ? {} : { id }) }, ...more };
}

/** Error body. The status is a word of gRPC. */
function error(code: number, status: string, message: string): JsonObject {
  return { error: { code, message, status } };
}

/** Thought signature, as base64. */
const seal = "c2VhbGVkIGJ5dGVz/+==";
/** Error that is also sent inside of a stream. */
const overloaded = error(503, "UNAVAILABLE", "The model is overloaded. Please try again later.");
/** Code that the vendor ran, a part without a type in Skein. */
const ran: JsonObject = { executableCode: { language: "PYTHON", code: "print(1)", id: "code_1" } };
/** Call whose arguments come in pieces, each with its place. */
const pieces = (...partialArgs: JsonObject[]): JsonObject => ({
  functionCall: { partialArgs, willContinue: true },
});

/**
 * Wire of the Gemini API.
 *
 * Rules that other wires do not have:
 *
 * - A reply with calls ends with `STOP`, so the calls decide whether the turn
 *   continues.
 * - A signature can be on any part: a thought, a text or a call. Parts with a
 *   signature must not be joined with others, and all are to be returned.
 * - A blocked prompt has no candidates. The reason is in
 *   `promptFeedback.blockReason`.
 * - There is no terminator: the stream ends after the chunk with the finish
 *   reason.
 *
 * Source: ai.google.dev/gemini-api/docs: generate-content, function calling,
 * thought signatures.
 */
export const gemini: Dialect = {
  id: "gemini",
  path: "",
  contentType: "text/event-stream",
  framing: "server-sent-events",
  /** The API sends no id of the request in a header. */
  requestIdHeader: undefined,
  encode: (parts, options) => googleStream(parts, options),
  /**
   * Values of `finishReason`. Calls end with `STOP` like texts.
   *
   * `SAFETY` stands for all reasons that block a reply.
   */
  stops: {
    answered: "STOP",
    "tool-calls": "STOP",
    length: "MAX_TOKENS",
    refused: "SAFETY",
    paused: { notApplicable: "The wire has no word for it." },
    unknown: "REASON_OF_TOMORROW",
  },
  /**
   * `promptTokenCount` includes tokens of the cache, and `candidatesTokenCount`
   * does not include thoughts.
   */
  counters: {
    /** Without a cache and thoughts their counters are absent, and mean 0. */
    full: {
      raw: { promptTokenCount: 40, candidatesTokenCount: 9, totalTokenCount: 49 },
      usage: { input: 40, output: 9, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
    },
    cached: {
      raw: {
        promptTokenCount: 2040,
        cachedContentTokenCount: 2000,
        candidatesTokenCount: 9,
        thoughtsTokenCount: 4,
        totalTokenCount: 2053,
      },
      usage: { input: 40, output: 13, cacheRead: 2000, cacheWrite: 0, reasoning: 4 },
    },
    none: { raw: null, usage: {} },
  },
  streams: {
    "redacted-thinking": { notApplicable: "Thoughts are signed, never redacted." },
    "interleaved-calls": { notApplicable: "One call is open at a time." },
    /** `args` is absent. */
    "no-arguments": {
      bytes: framed([chunk([{ functionCall: { name: "look" } }]), chunk([{ text: "" }], "STOP")]),
    },
    /** Empty text, and a chunk without parts. */
    "empty-deltas": {
      bytes: framed([
        chunk([{ text: "Hel" }]),
        chunk([{ text: "" }]),
        chunk([]),
        chunk([{ text: "lo" }]),
        chunk([{ text: "" }], "STOP"),
      ]),
    },
    "refusal-in-content": { notApplicable: "A refusal is a reason to stop, and text like any other." },
    /**
     * Arguments in pieces, cut at the output limit. What had arrived is shown
     * as JSON.
     */
    "cut-off-call": {
      bytes: framed([
        chunk([{ functionCall: { name: "look", willContinue: true } }]),
        chunk([pieces({ jsonPath: "$.path", stringValue: "a.t", willContinue: true })]),
        chunk([], "MAX_TOKENS"),
      ]),
      also: { calls: [{ name: "look", raw: '{"path":"a.t"}', problem: "cut-off" }] },
    },
    "not-json-arguments": { notApplicable: "Arguments are JSON of the event itself, or pieces with places." },
    /** Two calls with one id in one chunk. */
    "duplicate-ids": { bytes: framed([chunk([call("call_1", lookCall), call("call_1", write)], "STOP")]) },
    /** Not all models send ids. */
    "missing-ids": {
      bytes: framed([chunk([call(undefined, lookCall)]), chunk([call(undefined, write)], "STOP")]),
    },
    "missing-indexes": { notApplicable: "Calls have no index." },
    /** Content without `role`. */
    "missing-role": {
      bytes: framed([{ candidates: [{ content: { parts: [{ text: "Hello" }] }, finishReason: "STOP" }] }]),
    },
    /**
     * JSON in place of a stream. A stream without a reason is cut: see
     * `recorded.endsAt`.
     */
    "missing-finish-reason": {
      bytes: JSON.stringify([chunk([call("call_1", lookCall)]), chunk([call("call_2", write)])]),
      contentType: "application/json",
    },
    "missing-finish-reason-cut-off-call": {
      bytes: JSON.stringify([
        chunk([{ functionCall: { name: "look", willContinue: true } }]),
        chunk([pieces({ jsonPath: "$.path", stringValue: "a.t", willContinue: true })]),
      ]),
      contentType: "application/json",
    },
    "missing-finish-reason-no-arguments": { notApplicable: "Empty arguments are left out of the JSON." },
    /** Unknown fields, and a chunk without candidates. */
    "things-of-tomorrow": {
      bytes: framed([
        { thingOfTomorrow: { deep: true } },
        { ...chunk([{ text: "Hel" }]), fieldOfTomorrow: [1] },
        chunk([{ text: "lo" }], "STOP"),
      ]),
    },
    /** Error object in place of the next chunk. */
    "error-inside": {
      bytes: framed([chunk([{ text: "Hel" }]), overloaded]),
      also: { failure: { code: "overloaded", retryable: true } },
    },
    /** The same error as a JSON body with status 200. */
    "error-as-body": {
      bytes: JSON.stringify(overloaded),
      contentType: "application/json; charset=UTF-8",
      also: { failure: { code: "overloaded", retryable: true } },
    },
  },
  refused: {
    /**
     * Wrong credentials, a leaked key, and an expired key, which comes with
     * 400.
     */
    auth: [
      { status: 401, body: error(401, "UNAUTHENTICATED", "Request had invalid authentication credentials") },
      { status: 403, body: error(403, "PERMISSION_DENIED", "Your API key was reported as leaked") },
      { status: 400, body: error(400, "INVALID_ARGUMENT", "API key expired. Please renew the API key.") },
      {
        status: 400,
        body: error(400, "FAILED_PRECONDITION", "User location is not supported for the API use."),
      },
    ],
    /**
     * `RESOURCE_EXHAUSTED` is also the word for rate limits; only the text
     * tells.
     */
    quota: [{ status: 429, body: error(429, "RESOURCE_EXHAUSTED", "Your prepayment credits are depleted.") }],
    /** The text mentions a quota although waiting helps. */
    "rate-limited": [
      {
        status: 429,
        body: error(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
      },
    ],
    /** Four statuses that pass, of which 499 is not a standard one. */
    overloaded: [
      { status: 499, body: error(499, "CANCELLED", "The operation was cancelled.") },
      { status: 500, body: error(500, "INTERNAL", "An internal error has occurred.") },
      { status: 503, body: overloaded },
      {
        status: 504,
        body: error(504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete."),
      },
    ],
    /** The text has the size of the request and the limit. */
    "context-overflow": [
      {
        status: 400,
        body: error(
          400,
          "INVALID_ARGUMENT",
          "The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).",
        ),
      },
    ],
    /** Wrong order of messages. */
    "bad-request": [
      {
        status: 400,
        body: error(400, "INVALID_ARGUMENT", "Please ensure that function call turn comes after a user turn"),
      },
    ],
    /** Unknown model. */
    "not-found": [
      {
        status: 404,
        body: error(404, "NOT_FOUND", "models/gemini-nope is not found for API version v1beta"),
      },
    ],
  },
  /** Errors by index, by the index of a field, and by name (Vertex AI). */
  refusedTool: [
    "* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[path].items: missing field.\n",
    "Invalid JSON payload received. Unknown name \"exclusiveMinimum\" at 'tools[0].function_declarations[1].parameters.properties[0].value': Cannot find field.",
    "Unable to submit request because `write` functionDeclaration `parameters.path` schema didn't specify the schema type field.",
  ].map((message) => ({ status: 400, body: error(400, "INVALID_ARGUMENT", message) })),
  goldens: {
    /** Signed thought. */
    signature: {
      bytes: framed([
        chunk([{ text: "Look first.", thought: true, thoughtSignature: seal }]),
        chunk([call("call_1", lookCall)], "STOP"),
      ]),
      back: (body) => partsIn(body).find(({ thought }) => thought === true),
      is: { text: "Look first.", thought: true, thoughtSignature: seal },
      secret: seal,
    },
    redacted: { notApplicable: "Thoughts are signed, never redacted." },
    encrypted: { notApplicable: "Thoughts are signed, not encrypted." },
    "reasoning-details": { notApplicable: "Thoughts are signed." },
    /**
     * Call with a thought signature, which the next request must repeat.
     *
     * Some models reject a request without it with status 400: "Function call
     * is missing a thought_signature".
     */
    "signed-call": {
      bytes: framed([chunk([call("call_1", lookCall, { thoughtSignature: seal })], "STOP")]),
      back: (body) => partsIn(body).find(({ functionCall }) => functionCall !== undefined),
      is: { functionCall: { id: "call_1", name: "look", args: lookCall.input }, thoughtSignature: seal },
      secret: seal,
    },
    /** Code that the vendor ran. */
    opaque: {
      bytes: framed([chunk([ran]), chunk([{ text: "One." }], "STOP")]),
      back: (body) => partsIn(body).find(({ executableCode }) => executableCode !== undefined),
      is: ran,
      secret: "code_1",
    },
  },
  requests: {
    /** Parts with `functionCall`. */
    calls: (body) =>
      partsIn(body).flatMap(({ functionCall }) =>
        isJsonObject(functionCall)
          ? [
              {
                id: stringIn(functionCall["id"]),
                name: stringIn(functionCall["name"]),
                input: functionCall["args"] ?? null,
              },
            ]
          : [],
      ),
    /** Parts with `functionResponse`. */
    results: (body) =>
      partsIn(body).flatMap(({ functionResponse }) =>
        isJsonObject(functionResponse)
          ? [{ id: stringIn(functionResponse["id"]), said: JSON.stringify(functionResponse["response"]) }]
          : [],
      ),
    /** Definitions in `functionDeclarations`. */
    tools: ({ tools }) =>
      objectsIn(tools)
        .flatMap(({ functionDeclarations }) => objectsIn(functionDeclarations))
        .map(({ name, parametersJsonSchema: schema }) => ({ name: stringIn(name), schema })),
    /**
     * Names of up to 64 characters that start with a letter or `_`; schemas
     * without some keywords.
     */
    toolProblems({ name, schema }) {
      const named = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(name) ? [] : ["has an illegal name"];
      // A tool without parameters has no schema at all.
      if (schema === undefined) return named;
      const rules = {
        branchesAtRoot: true,
        requiredIsDescribed: true,
        forbidden: ["$schema", "definitions"],
      };
      return [...named, ...schemaProblems(schema, rules)];
    },
  },
  /** List with a model that cannot generate text, which must be left out. */
  models: {
    answer: {
      models: [
        { name: "models/gemini-test", supportedGenerationMethods: ["generateContent", "countTokens"] },
        { name: "models/embedding-test", supportedGenerationMethods: ["embedContent"] },
      ],
    },
    ids: ["gemini-test"],
  },
  /** Recordings are lines of JSON. */
  recorded: {
    frame: (line) => `data: ${line}\r\n\r\n`,
    /** A blocked prompt has a reason of its own. */
    endsAt: (bytes) => Math.max(bytes.lastIndexOf('"finishReason"'), bytes.lastIndexOf('"blockReason"')),
    blocks: {
      seen: (parts) =>
        parts.flatMap((part) => {
          if (part.type === "opaque") {
            return Object.keys(objectIn(part.sidecar.data)).filter((key) => !besideParts.has(key));
          }
          return part.type === "text" && part.text === "" ? [] : [blockNames[part.type]];
        }),
      isSigned({ sidecar }) {
        const data = objectIn(sidecar?.data);
        return (data["signature"] ?? data["thoughtSignature"]) !== undefined;
      },
      // The oracle counts each piece of a streamed call, and texts of no
      // characters.
      wanted({ blocks, toolCalls, text }) {
        const streamed = blocks.filter((block) => block === "functionCall").length > toolCalls.length;
        if (streamed) return toolCalls.map(() => "functionCall");
        return blocks.filter((block) => block !== "text" || text !== "");
      },
    },
  },
};

/** Fields next to a part, or next to all of them. */
const besideParts = new Set(["thoughtSignature", "groundingMetadata"]);

/** The oracle's names for types of parts. */
const blockNames = { text: "text", thinking: "thought", "tool-call": "functionCall" } as const;

/** Parts of all contents, in order. */
function partsIn({ contents }: JsonObject): readonly JsonObject[] {
  return objectsIn(contents).flatMap(({ parts }) => objectsIn(parts));
}
