// Source: MCP, server features, "Tool Result" and "Resource Contents".

import type { ContentBlock } from "@modelcontextprotocol/server";
import type { FilePart, ResourceContent, ToolContentPart } from "@skein/protocol";

/**
 * Converts a part to MCP's form. Audio and text files have forms of their own.
 *
 * @param part - text, image or file of a result or a prompt.
 */
export function blockOf(part: ToolContentPart): ContentBlock {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
      return { type: "image", mimeType: part.mediaType, data: part.data };
    case "file":
      return part.mediaType.startsWith("audio/")
        ? { type: "audio", mimeType: part.mediaType, data: part.data }
        : { type: "resource", resource: resourceOf(part) };
  }
}

/** Embeds a file as a resource, since MCP has no other form for it. */
function resourceOf({ name = "file", mediaType, data }: FilePart) {
  const uri = `file:///${encodeURIComponent(name)}`;
  const isText = mediaType.startsWith("text/") || mediaType === "application/json";
  return isText
    ? { uri, mimeType: mediaType, text: Buffer.from(data, "base64").toString() }
    : { uri, mimeType: mediaType, blob: data };
}

/** Converts the content of a resource to MCP's form. */
export function contentsOf(content: ResourceContent) {
  const described = {
    uri: content.uri,
    ...(content.mediaType === undefined ? {} : { mimeType: content.mediaType }),
  };
  return "text" in content ? { ...described, text: content.text } : { ...described, blob: content.data };
}
