import type { LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import type { ToolResultPart } from "@skein/protocol";
import { contextParts, lostResult, noOutput } from "@skein/provider-kit";
import type { SpecVersion } from "../ai-sdk.ts";
import { saidIn } from "./content.ts";
import type { SaidPart } from "./content.ts";

/** What a call gave. Never empty; text alone goes as text, which every vendor takes. */
export function resultOutput(
  result: ToolResultPart | undefined,
  version: SpecVersion,
): LanguageModelV4ToolResultOutput {
  if (!result) return { type: "error-text", value: lostResult };
  const said = saidIn(result.content, version);
  const context = contextParts(result);
  const texts = said.flatMap((part) => (part.type === "text" ? [part.text] : []));
  if (texts.length < said.length) {
    return {
      type: "content",
      value: [...said, ...context].map((part) => contentItem(part, version)),
    } as LanguageModelV4ToolResultOutput;
  }
  const value = [texts.join("\n") || noOutput, ...context.map(({ text }) => text)].join("\n\n");
  return { type: result.failure === undefined ? "text" : "error-text", value };
}

/** Each version of the contract has words of its own for bytes in a result. */
function contentItem(part: SaidPart, version: SpecVersion): object {
  if (part.type === "text" || version === "v4") return part;
  const { mediaType, data } = part;
  if (version === "v2") return { type: "media", mediaType, data };
  return { type: mediaType.startsWith("image/") ? "image-data" : "file-data", mediaType, data };
}
