import type { AssistantPart } from "@skein/protocol";
import { anthropicStream } from "./anthropic-wire.ts";
import type { AnthropicWireOptions } from "./anthropic-wire.ts";
import { serve } from "./scripted-server.ts";
import type { Delivery, ReceivedRequest, ScriptedServer, ServedReply } from "./scripted-server.ts";

/** A whole reply, raw bytes of one, or an answer that is none. */
export type AnthropicReply = Delivery &
  (
    | ({ readonly parts: readonly AssistantPart[] } & AnthropicWireOptions)
    | { readonly bytes: string | Uint8Array; readonly contentType?: string; readonly status?: number }
    | { readonly status: number; readonly body?: unknown }
  );

type Script = readonly AnthropicReply[] | ((request: ReceivedRequest, count: number) => AnthropicReply);

/**
 * A server that speaks Anthropic Messages on 127.0.0.1: the nth `POST` gets the nth reply of the script. After the
 * last one it answers 400 and says how many there were. `GET /v1/models` lists one model.
 */
export function anthropicServer(script: Script): Promise<ScriptedServer> {
  let count = 0;
  return serve((request) => {
    if (request.method === "GET") return modelList;
    const reply =
      typeof script === "function" ? script(request, count) : (script[count] ?? ranOut(script.length));
    count++;
    return served(reply);
  });
}

const modelList = json(200, {
  data: [
    {
      type: "model",
      id: "claude-test",
      display_name: "Claude Test",
      max_input_tokens: 1000,
      max_tokens: 100,
    },
  ],
  has_more: false,
  first_id: "claude-test",
  last_id: "claude-test",
});

function ranOut(length: number): AnthropicReply {
  const message = `The script has only ${length} replies.`;
  return { status: 400, body: { type: "error", error: { type: "invalid_request_error", message } } };
}

function served(reply: AnthropicReply): ServedReply {
  const stream = { status: 200, contentType: "text/event-stream; charset=utf-8" };
  if ("parts" in reply) {
    return {
      ...stream,
      ...reply,
      body: Buffer.from(anthropicStream(reply.parts, reply)),
      headers: withRequestId(reply),
    };
  }
  if ("bytes" in reply) {
    return { ...stream, ...reply, body: Buffer.from(reply.bytes), headers: withRequestId(reply) };
  }
  return {
    ...json(reply.status, reply.body),
    ...reply,
    ...pickBody(reply.body),
    headers: withRequestId(reply),
  };
}

function withRequestId({ headers }: Delivery): Record<string, string> {
  return { "request-id": "req_test", ...headers };
}

function json(status: number, body: unknown): ServedReply {
  return { status, contentType: "application/json", ...pickBody(body) };
}

function pickBody(body: unknown): { readonly body: Buffer } {
  return { body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body ?? "")) };
}
