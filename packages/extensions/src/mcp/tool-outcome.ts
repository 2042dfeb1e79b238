import { clipToFile } from "@skein/extension-kit";
import {
  textOf,
  type Artifact,
  type JsonObject,
  type ToolContentPart,
  type ToolOutcome,
  type ToolOutput,
} from "@skein/protocol";
import { decodedBytes, isShownImage, keepBytes } from "./keep-bytes.ts";
import { limits } from "./limits.ts";
import { resultParts } from "./result-parts.ts";

/**
 * A server's result as a model gets it: text within the usual limits, the whole in the call's folder; small images; and
 * a line for everything else.
 */
export async function toolOutcome(result: JsonObject, folder: string | undefined): Promise<ToolOutcome> {
  const content: ToolContentPart[] = [];
  const artifacts: Artifact[] = [];
  let images = 0;
  for (const [index, part] of resultParts(result).entries()) {
    if (part.kind === "text") content.push({ type: "text", text: part.text });
    else if (
      isShownImage(part.mediaType) &&
      images < limits.images &&
      decodedBytes(part.data) <= limits.imageBytes
    ) {
      images++;
      content.push({ type: "image", mediaType: part.mediaType, data: part.data });
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
  const fitted = await withinLimits(content, folder);
  if (failed) return { kind: "failed", message: linesOf(fitted.content) };
  const all = [...(fitted.artifacts ?? []), ...artifacts];
  return { content: fitted.content, ...(all.length === 0 ? {} : { artifacts: all }) };
}

/** Short texts stay where they stand among the images; together too long, they become one clipped text before them. */
async function withinLimits(
  content: readonly ToolContentPart[],
  folder: string | undefined,
): Promise<ToolOutput> {
  const texts = textsOf(content);
  const others = content.filter((part) => part.type !== "text");
  if (texts.length === 0) return { content };
  const clipped = await clipToFile(texts.join("\n"), { folder, name: "result.txt" });
  if (texts.length > 1 && textOf(clipped.content) === texts.join("\n")) return { content };
  return { ...clipped, content: [...clipped.content, ...others] };
}

function textsOf(content: readonly ToolContentPart[]): readonly string[] {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : []));
}

function linesOf(content: readonly ToolContentPart[]): string {
  return textsOf(content).join("\n").trim();
}
