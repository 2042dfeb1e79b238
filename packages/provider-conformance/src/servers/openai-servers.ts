import type { AssistantPart } from "@skein/protocol";
import { serveModel } from "./model-server.ts";
import type { RawReply, Script } from "./model-server.ts";
import { openaiChatStream } from "./openai-chat-wire.ts";
import type { OpenAIChatWireOptions } from "./openai-chat-wire.ts";
import { openaiResponsesStream } from "./openai-responses-wire.ts";
import type { OpenAIResponsesWireOptions } from "./openai-responses-wire.ts";
import type { Delivery, ScriptedServer } from "./scripted-server.ts";

type Whole<Options> = Delivery & { readonly parts: readonly AssistantPart[] } & Options;

/** A complete reply, its raw bytes, or an error response. */
export type OpenAIChatReply = Whole<OpenAIChatWireOptions> | RawReply;
export type OpenAIResponsesReply = Whole<OpenAIResponsesWireOptions> | RawReply;

/** A server that speaks Chat Completions on 127.0.0.1, and lists one model. */
export function openaiChatServer(script: Script<OpenAIChatReply>): Promise<ScriptedServer> {
  return serveModel<Whole<OpenAIChatWireOptions>>(script, {
    ...vendor,
    encode: (reply) => openaiChatStream(reply.parts, reply),
  });
}

/** A server that speaks Responses on 127.0.0.1, and lists one model. */
export function openaiResponsesServer(script: Script<OpenAIResponsesReply>): Promise<ScriptedServer> {
  return serveModel<Whole<OpenAIResponsesWireOptions>>(script, {
    ...vendor,
    encode: (reply) => openaiResponsesStream(reply.parts, reply),
  });
}

const vendor = {
  models: { object: "list", data: [{ id: "gpt-test", object: "model", created: 1, owned_by: "test" }] },
  refusal: (message: string) => ({ error: { message, type: "script" } }),
  headers: { "x-request-id": "req_test" },
};
