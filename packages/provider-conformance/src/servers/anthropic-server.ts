import type { AssistantPart } from "@skein/protocol";
import { anthropicStream, type AnthropicWireOptions } from "./anthropic-wire.ts";
import { serveModel, type RawReply, type Script } from "./model-server.ts";
import type { Delivery, ScriptedServer } from "./scripted-server.ts";

/** Complete reply, its raw bytes, or an error response. */
export type AnthropicReply = WholeReply | RawReply;

/** Complete reply, with its delivery and the options of the wire. */
type WholeReply = Delivery & { readonly parts: readonly AssistantPart[] } & AnthropicWireOptions;

/**
 * Starts a server on 127.0.0.1 that speaks Anthropic Messages and lists one
 * model, `claude-test`.
 *
 * Every path answers: `POST` with the next reply of the script, `GET` with the
 * model list. Each response to a `POST` has `request-id: req_test`. The key is
 * not checked.
 *
 * @example
 * ```ts
 * await using server = await anthropicServer([{ parts: [{ type: "text", text: "Hello." }] }]);
 * console.log(server.url); // base URL for the provider
 * ```
 */
export function anthropicServer(script: Script<AnthropicReply>): Promise<ScriptedServer> {
  return serveModel<WholeReply>(script, {
    encode: (reply) => anthropicStream(reply.parts, reply),
    models: modelList,
    refusal: (message) => ({ type: "error", error: { type: "invalid_request_error", message } }),
    headers: { "request-id": "req_test" },
  });
}

/** Model of the list, in the form of `GET /v1/models`. */
const model = {
  type: "model",
  id: "claude-test",
  display_name: "Claude Test",
  max_input_tokens: 1000,
  max_tokens: 100,
};
/** List of one page. */
const modelList = { data: [model], has_more: false, first_id: model.id, last_id: model.id };
