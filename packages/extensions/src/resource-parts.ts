import { clip } from "@skein/extension-kit";
import type { Artifact, ResourceContent, ToolContentPart } from "@skein/protocol";
import { sourceOf, type ResultPart } from "./mcp/result-parts.ts";
import { shownParts } from "./mcp/shown-parts.ts";

export interface ResourcePartsOptions {
  /** UTF-8 bytes of all texts together; what is longer is clipped, which is said. */
  readonly maxBytes: number;
  /** For bytes that cannot be shown. Default: they are left out, which is said. */
  readonly folder?: string | undefined;
}

/** What a model is shown of a resource: its texts, images that are scaled down, and a line for everything else. */
export async function resourceParts(
  contents: readonly ResourceContent[],
  { maxBytes, folder }: ResourcePartsOptions,
): Promise<readonly ToolContentPart[]> {
  return (await resourceOutput(contents, { maxBytes, folder })).content;
}

/** The same, with the files that were written. */
export async function resourceOutput(
  contents: readonly ResourceContent[],
  { maxBytes, folder }: ResourcePartsOptions,
): Promise<{ readonly content: readonly ToolContentPart[]; readonly artifacts: readonly Artifact[] }> {
  const { content, artifacts } = await shownParts(contents.map(partOf), folder);
  let left = maxBytes;
  const fitted = content.map((part): ToolContentPart => {
    if (part.type !== "text") return part;
    const { text } = clip(part.text, { maxBytes: Math.max(left, 1_000), maxLines: Infinity });
    left -= Buffer.byteLength(text);
    return { type: "text", text };
  });
  return { content: fitted, artifacts };
}

function partOf(content: ResourceContent): ResultPart {
  if ("text" in content) return { kind: "text", text: content.text };
  const { mediaType = "application/octet-stream", data, uri } = content;
  return { kind: "bytes", mediaType, data, source: sourceOf(uri) };
}
