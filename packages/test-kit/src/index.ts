export { anthropicServer, type AnthropicReply } from "./anthropic-server.ts";
export { anthropicStream, type AnthropicWireOptions } from "./anthropic-wire.ts";
export { collect } from "./collect.ts";
export { processesWith } from "./processes-with.ts";
export {
  type Delivery,
  type ReceivedRequest,
  type ScriptedServer,
  type ServedReply,
  serve,
} from "./scripted-server.ts";
export { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";
