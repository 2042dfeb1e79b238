// Servers and streams of each wire, for tests of providers and of programs that
// use them. `…Server` starts a server, `…Stream` only encodes a reply.
export { anthropicServer, type AnthropicReply } from "./anthropic-server.ts";
export { anthropicStream, type AnthropicWireOptions } from "./anthropic-wire.ts";
export {
  type BedrockEvent,
  bedrockFrame,
  bedrockFrames,
  bedrockStream,
  type BedrockWireOptions,
} from "./bedrock-wire.ts";
export { fetchOf } from "./fetch-of.ts";
export { googleServer, type GoogleReply } from "./google-server.ts";
export { googleStream, type GoogleWireOptions } from "./google-wire.ts";
export { type ModelWire, type RawReply, type Script, serveModel } from "./model-server.ts";
export { openaiChatStream, type OpenAIChatWireOptions } from "./openai-chat-wire.ts";
export { openaiResponsesStream, type OpenAIResponsesWireOptions } from "./openai-responses-wire.ts";
export {
  openaiChatServer,
  openaiResponsesServer,
  type OpenAIChatReply,
  type OpenAIResponsesReply,
} from "./openai-servers.ts";
export {
  type Delivery,
  type ReceivedRequest,
  type ScriptedServer,
  type ServedReply,
  serveScript,
} from "./scripted-server.ts";
