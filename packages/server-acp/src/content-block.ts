import type { ContentBlock } from "@agentclientprotocol/sdk/unstable";
import type { ToolContentPart } from "@skein/protocol";

/** A part of a message in the words of the protocol. */
export function contentBlock(part: ToolContentPart): ContentBlock {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image":
      return { type: "image", mimeType: part.mediaType, data: part.data };
    case "file":
      return {
        type: "resource",
        resource: { uri: `attachment:${part.name ?? "file"}`, mimeType: part.mediaType, blob: part.data },
      };
  }
}
