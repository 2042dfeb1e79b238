import type { AssistantPart } from "@skein/protocol";
import { googleStream, type GoogleWireOptions } from "./google-wire.ts";
import { serveModel, type RawReply, type Script } from "./model-server.ts";
import type { Delivery, ScriptedServer } from "./scripted-server.ts";

/** Complete reply, its raw bytes, or an error response. */
export type GoogleReply = WholeReply | RawReply;

/** Complete reply, with its delivery and the options of the wire. */
type WholeReply = Delivery & { readonly parts: readonly AssistantPart[] } & GoogleWireOptions;

/**
 * Starts a server on 127.0.0.1 that speaks the Gemini API and lists two models,
 * one of which writes no text.
 *
 * The method is part of the vendor's path (`:streamGenerateContent`); this
 * server answers every `POST` with a stream. The key is not checked.
 *
 * @example
 * ```ts
 * await using server = await googleServer([{ parts: [{ type: "text", text: "Hello." }] }]);
 * ```
 */
export function googleServer(script: Script<GoogleReply>): Promise<ScriptedServer> {
  return serveModel<WholeReply>(script, {
    encode: (reply) => googleStream(reply.parts, reply),
    models: modelList,
    refusal: (message) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }),
  });
}

/** List in the form of `GET /v1beta/models`. */
const modelList = {
  models: [
    {
      name: "models/gemini-test",
      displayName: "Gemini Test",
      inputTokenLimit: 1000,
      outputTokenLimit: 100,
      supportedGenerationMethods: ["generateContent", "countTokens"],
    },
    { name: "models/embedding-test", inputTokenLimit: 1000, supportedGenerationMethods: ["embedContent"] },
  ],
};
