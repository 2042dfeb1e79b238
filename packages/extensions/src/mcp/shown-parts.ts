import { fitImage } from "@skein/extension-kit";
import type { Artifact, ToolContentPart } from "@skein/protocol";
import { isShownImage, keepBytes } from "./keep-bytes.ts";
import { limits } from "./limits.ts";
import type { ResultPart } from "./result-parts.ts";

/**
 * What a model can be shown of a server's parts: text, images, scaled down, and one line for everything else.
 *
 * @param folder - for what cannot be shown; absent: it is left out.
 * @param before - parts whose files the folder has already.
 */
export async function shownParts(
  parts: readonly ResultPart[],
  folder: string | undefined,
  before = 0,
): Promise<{ readonly content: ToolContentPart[]; readonly artifacts: readonly Artifact[] }> {
  const content: ToolContentPart[] = [];
  const artifacts: Artifact[] = [];
  let images = 0;
  for (const [index, part] of parts.entries()) {
    if (part.kind === "text") {
      content.push({ type: "text", text: part.text });
      continue;
    }
    const isImage = isShownImage(part.mediaType) && images < limits.images;
    const image = isImage ? await fitImage(part) : undefined;
    if (image) {
      images++;
      content.push(image);
    } else {
      const { line, artifact } = await keepBytes(part, { folder, name: `part-${before + index + 1}` });
      content.push({ type: "text", text: line });
      if (artifact) artifacts.push(artifact);
    }
  }
  return { content, artifacts };
}
