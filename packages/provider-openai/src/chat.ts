import type { Dialect } from "./dialect.ts";
import { createChatDecoder } from "./reply/chat-decode.ts";
import { chatBody } from "./request/chat-body.ts";

/** Source: developers.openai.com/api/reference/resources/chat, read 2026-11-20; compatible servers vary it freely. */
export const chat: Dialect = {
  path: "/chat/completions",
  body: chatBody,
  decoder: createChatDecoder,
};
