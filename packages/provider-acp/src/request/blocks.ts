import type { ContentBlock, PromptCapabilities } from "@agentclientprotocol/sdk";
import type { ToolMessage, UserMessage, UserPart } from "@skein/protocol";
import { contextParts, isTextType } from "@skein/provider-kit";

/** Messages as an agent takes them, with their dynamic context. */
export function promptBlocks(
  messages: readonly (UserMessage | ToolMessage)[],
  takes: PromptCapabilities = {},
): ContentBlock[] {
  return messages.flatMap((message) =>
    message.role === "user"
      ? [...message.content, ...contextParts(message)].map((part) => block(part, takes))
      : message.content.flatMap(({ name, content, ...result }) => [
          textBlock(`Result of the call of ${name}, which you no longer wait for:`),
          ...[...content, ...contextParts(result)].map((part) => block(part, takes)),
        ]),
  );
}

export const textBlock = (text: string): ContentBlock => ({ type: "text", text });

function block(part: UserPart, { image, embeddedContext }: PromptCapabilities): ContentBlock {
  switch (part.type) {
    case "text":
      return textBlock(part.text);
    case "image":
      return image
        ? { type: "image", mimeType: part.mediaType, data: part.data }
        : textBlock(`[An image (${part.mediaType}) that this agent does not take.]`);
    case "file": {
      const { name = "file", mediaType, data } = part;
      const uri = `attachment:///${encodeURIComponent(name)}`;
      if (isTextType(mediaType)) {
        const text = Buffer.from(data, "base64").toString("utf8");
        return embeddedContext
          ? { type: "resource", resource: { uri, mimeType: mediaType, text } }
          : textBlock(`<file name=${JSON.stringify(name)}>\n${text}\n</file>`);
      }
      return embeddedContext
        ? { type: "resource", resource: { uri, mimeType: mediaType, blob: data } }
        : textBlock(`[The file ${name} (${mediaType}), which this agent does not take.]`);
    }
  }
}
