import { fitOutcome } from "@skein/extension-kit";
import type { JsonObject, ToolContentPart, ToolContext, ToolOutcome } from "@skein/protocol";
import { resultParts } from "./result-parts.ts";
import { shownParts } from "./shown-parts.ts";

/**
 * Converts a server's result for the model: text within the usual limits, with the full text in the call's folder;
 * images, scaled down; and one line for everything else.
 */
export async function toolOutcome(
  result: JsonObject,
  context: Pick<ToolContext, "callFolder" | "outputBytes">,
): Promise<ToolOutcome> {
  const { content, artifacts } = await shownParts(resultParts(result), context.callFolder);
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
