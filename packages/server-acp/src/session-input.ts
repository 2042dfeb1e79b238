import { fileURLToPath } from "node:url";
import { RequestError, type ContentBlock, type EmbeddedResource } from "@agentclientprotocol/sdk/unstable";
import type { SessionInput } from "@skein/host";
import type { UserPart } from "@skein/protocol";

/** What the user has sent, for the model. Throws `RequestError` for what no model is sent from here. */
export function sessionInput(blocks: readonly ContentBlock[]): SessionInput {
  const parts = blocks.map(userPart);
  const [only, ...others] = parts;
  if (only === undefined) throw RequestError.invalidParams(undefined, "The prompt is empty.");
  // Words alone may name an agent.
  return only.type === "text" && others.length === 0 ? only.text : parts;
}

function userPart(block: ContentBlock): UserPart {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "image":
      return { type: "image", mediaType: block.mimeType, data: block.data };
    case "resource_link":
      return { type: "text", text: `[${block.title ?? block.name}](${place(block.uri)})` };
    case "resource":
      return resourcePart(block);
    default:
      throw RequestError.invalidParams({ type: block.type }, `A prompt cannot hold ${block.type} here.`);
  }
}

function resourcePart({ resource }: EmbeddedResource): UserPart {
  if ("text" in resource)
    return { type: "text", text: `<resource uri="${place(resource.uri)}">\n${resource.text}\n</resource>` };
  const mediaType = resource.mimeType ?? "application/octet-stream";
  const data = resource.blob;
  if (mediaType.startsWith("image/")) return { type: "image", mediaType, data };
  return { type: "file", mediaType, data, name: resource.uri.split("/").at(-1) ?? resource.uri };
}

/** Files by their path, as tools take it. */
function place(uri: string): string {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : uri;
  } catch {
    return uri;
  }
}
