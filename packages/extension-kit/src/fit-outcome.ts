import {
  isFailure,
  textOf,
  type ToolContentPart,
  type ToolContext,
  type ToolFailure,
  type ToolOutcome,
  type ToolOutput,
} from "@skein/protocol";
import { clip } from "./clip.ts";
import { clipToFile } from "./clip-to-file.ts";
import { fitImage, imageLeftOut } from "./images/fit-image.ts";

/** Where the context window is unknown: about eight thousand tokens. */
const defaultBytes = 32_768;
/** For notes added to the output of a tool that has already clipped it. */
const spare = 1_024;

type Limits = Pick<ToolContext, "callFolder" | "outputBytes">;

/** UTF-8 bytes of text that one result may have. */
export function resultBytes({ outputBytes }: Pick<ToolContext, "outputBytes">): number {
  return outputBytes ?? defaultBytes;
}

/**
 * Fits a tool result to the model's context window. Texts that are too long together become one clipped text before
 * the other parts, with the full text in the call's folder; images are scaled down, and unsupported ones become a
 * line that says so. What fits stays unchanged.
 */
export async function fitOutcome(outcome: ToolOutcome, context: Limits): Promise<ToolOutcome> {
  return isFailure(outcome) ? fittedFailure(outcome, context) : fittedOutput(outcome, context);
}

async function fittedOutput(given: ToolOutput, context: Limits): Promise<ToolOutput> {
  const output = await withFittedImages(given);
  const texts = output.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= resultBytes(context) + spare) return output;
  const clipped = await clipText(texts.join("\n"), "result.txt", context);
  const others = output.content.filter((part) => part.type !== "text");
  const artifacts = [...(output.artifacts ?? []), ...(clipped.artifacts ?? [])];
  return {
    ...output,
    content: [...clipped.content, ...others],
    ...(artifacts.length === 0 ? {} : { artifacts }),
  };
}

async function withFittedImages(output: ToolOutput): Promise<ToolOutput> {
  if (!output.content.some((part) => part.type === "image")) return output;
  const content: ToolContentPart[] = [];
  for (const part of output.content) {
    if (part.type !== "image") content.push(part);
    else content.push((await fitImage(part)) ?? { type: "text", text: imageLeftOut(part) });
  }
  return { ...output, content };
}

async function fittedFailure(failure: ToolFailure, context: Limits): Promise<ToolFailure> {
  const maxBytes = resultBytes(context);
  const isLong = (text: string) => Buffer.byteLength(text) > maxBytes + spare;
  if ("partial" in failure && isLong(failure.partial)) {
    return { ...failure, partial: clip(failure.partial, { maxBytes, maxLines: Infinity }).text };
  }
  if (failure.kind !== "failed" || !isLong(failure.message)) return failure;
  const clipped = await clipText(failure.message, "failure.txt", context);
  return { ...failure, message: textOf(clipped.content) };
}

function clipText(text: string, name: string, context: Limits): Promise<ToolOutput> {
  const maxBytes = resultBytes(context);
  return clipToFile(text, { folder: context.callFolder, name, maxBytes, maxLines: Infinity });
}
