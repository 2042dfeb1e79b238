import type { CreateMessageRequestParams, CreateMessageResult } from "@modelcontextprotocol/client";
import { escapeInvisible } from "@skein/extension-kit";
import type { ExtensionRequests, Message, UserPart } from "@skein/protocol";
import { isShownImage } from "../keep-bytes.ts";
import { limits } from "../limits.ts";

type SampledMessage = CreateMessageRequestParams["messages"][number];
type SampledBlock = Extract<SampledMessage["content"], readonly unknown[]>[number];

/** Asks the model for a server. Throws an `Error` that says why not; between calls the model is not asked. */
export async function sample(
  { messages, systemPrompt = "", maxTokens, temperature }: CreateMessageRequestParams,
  requests: ExtensionRequests | undefined,
): Promise<CreateMessageResult> {
  if (!requests) throw new Error("Sampling is only possible while a tool is called.");
  const { text, model } = await requests.sample({
    system: escapeInvisible(systemPrompt),
    messages: messages.map(messageOf),
    maxOutputTokens: Math.max(1, Math.min(maxTokens, limits.sampledTokens)),
    temperature,
  });
  return { role: "assistant", content: { type: "text", text }, model, stopReason: "endTurn" };
}

function messageOf({ role, content }: SampledMessage): Message {
  const parts = [content].flat().map(partOf);
  if (role === "user") return { role: "user", from: "agent", content: parts };
  return { role: "assistant", content: parts.filter((part) => part.type === "text") };
}

function partOf(block: SampledBlock): UserPart {
  if (block.type === "text") return { type: "text", text: escapeInvisible(block.text) };
  if (block.type === "image" && isShownImage(block.mimeType))
    return { type: "image", mediaType: block.mimeType, data: block.data };
  return { type: "text", text: `[A part of the kind ${JSON.stringify(block.type)} is left out.]` };
}
