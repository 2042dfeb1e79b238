export { anthropicServer, type AnthropicReply } from "./anthropic-server.ts";
export { anthropicStream, type AnthropicWireOptions } from "./anthropic-wire.ts";
export { collect } from "./collect.ts";
export { assistant, call, never, requestOf, result, results, user } from "./conversations.ts";
export { fetchOf } from "./fetch-of.ts";
export { googleServer, type GoogleReply } from "./google-server.ts";
export { googleStream, type GoogleWireOptions } from "./google-wire.ts";
export { type RawReply, type Script } from "./model-server.ts";
export { openaiChatStream, type OpenAIChatWireOptions } from "./openai-chat-wire.ts";
export { openaiResponsesStream, type OpenAIResponsesWireOptions } from "./openai-responses-wire.ts";
export {
  openaiChatServer,
  openaiResponsesServer,
  type OpenAIChatReply,
  type OpenAIResponsesReply,
} from "./openai-servers.ts";
export { type Outcome, outcomeOf, partsOf } from "./outcome-of.ts";
export { outsideCases } from "./outside-fixtures.ts";
export { processesWith } from "./processes-with.ts";
export { type RecordedExchange, recordedExchanges } from "./recorded-traffic.ts";
export {
  type Delivery,
  type ReceivedRequest,
  type ScriptedServer,
  type ServedReply,
  serve,
} from "./scripted-server.ts";
export { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";
