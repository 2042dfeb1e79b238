import { fitImage, fitOutcome } from "@skein/extension-kit";
import type { Artifact, JsonObject, ToolContentPart, ToolContext, ToolOutcome } from "@skein/protocol";
import { isShownImage, keepBytes } from "./keep-bytes.ts";
import { limits } from "./limits.ts";
import { resultParts } from "./result-parts.ts";

/**
 * Converts a server's result for the model: text within the usual limits, with the full text in the call's folder;
 * images, scaled down; and one line for everything else.
 */
export async function toolOutcome(
  result: JsonObject,
  context: Pick<ToolContext, "callFolder" | "outputBytes">,
): Promise<ToolOutcome> {
  const { callFolder: folder } = context;
  const content: ToolContentPart[] = [];
  const artifacts: Artifact[] = [];
  let images = 0;
  for (const [index, part] of resultParts(result).entries()) {
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
      const { line, artifact } = await keepBytes(part, { folder, name: `part-${index + 1}` });
      content.push({ type: "text", text: line });
      if (artifact) artifacts.push(artifact);
    }
  }
  const failed = result["isError"] === true;
  if (content.length === 0) {
    const nothing = failed ? "The tool failed and did not say why." : "(The tool gave no output.)";
    content.push({ type: "text", text: nothing });
  }
  if (failed) return fitOutcome({ kind: "failed", message: linesOf(content) }, context);
  return fitOutcome({ content, ...(artifacts.length === 0 ? {} : { artifacts }) }, context);
}

function linesOf(content: readonly ToolContentPart[]): string {
  return content
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n")
    .trim();
}
