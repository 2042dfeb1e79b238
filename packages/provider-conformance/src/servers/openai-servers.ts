import type { AssistantPart } from "@skein/protocol";
import { serveModel, type RawReply, type Script } from "./model-server.ts";
import { openaiChatStream, type OpenAIChatWireOptions } from "./openai-chat-wire.ts";
import { openaiResponsesStream, type OpenAIResponsesWireOptions } from "./openai-responses-wire.ts";
import type { Delivery, ScriptedServer } from "./scripted-server.ts";

/** Complete reply, with its delivery and the options of the wire. */
type Whole<Options> = Delivery & { readonly parts: readonly AssistantPart[] } & Options;

/** Complete reply, its raw bytes, or an error response. */
export type OpenAIChatReply = Whole<OpenAIChatWireOptions> | RawReply;
/** Complete reply, its raw bytes, or an error response. */
export type OpenAIResponsesReply = Whole<OpenAIResponsesWireOptions> | RawReply;

/**
 * Starts a server on 127.0.0.1 that speaks Chat Completions and lists one
 * model, `gpt-test`.
 *
 * Each response to a `POST` has `x-request-id: req_test`. The key and the path
 * are not checked.
 *
 * @example
 * ```ts
 * await using server = await openaiChatServer((request, count) =>
 *   count === 0 ? { status: 503 } : { parts: [{ type: "text", text: "Hello." }] },
 * );
 * ```
 */
export function openaiChatServer(script: Script<OpenAIChatReply>): Promise<ScriptedServer> {
  return serveModel<Whole<OpenAIChatWireOptions>>(script, {
    ...vendor,
    encode: (reply) => openaiChatStream(reply.parts, reply),
  });
}

/**
 * Starts a server on 127.0.0.1 that speaks Responses and lists one model,
 * `gpt-test`.
 *
 * @example
 * ```ts
 * await using server = await openaiResponsesServer([
 *   { parts: [{ type: "text", text: "Hel" }], incomplete: "max_output_tokens" },
 * ]);
 * ```
 */
export function openaiResponsesServer(script: Script<OpenAIResponsesReply>): Promise<ScriptedServer> {
  return serveModel<Whole<OpenAIResponsesWireOptions>>(script, {
    ...vendor,
    encode: (reply) => openaiResponsesStream(reply.parts, reply),
  });
}

/** Parts that both APIs of the vendor share. */
const vendor = {
  models: { object: "list", data: [{ id: "gpt-test", object: "model", created: 1, owned_by: "test" }] },
  refusal: (message: string) => ({ error: { message, type: "script" } }),
  headers: { "x-request-id": "req_test" },
};
