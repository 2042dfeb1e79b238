// The last step of every call. Whatever a tool returns must fit the context
// window of the model in use, which the agent knows and the tool does not.

import {
  isFailure,
  extractText,
  type ToolContentPart,
  type ToolContext,
  type ToolFailure,
  type ToolOutcome,
  type ToolOutput,
} from "@skein/protocol";
import { clip } from "./clip.ts";
import { clipToFile } from "./clip-to-file.ts";
import { fitImage, imageLeftOut } from "./images/fit-image.ts";

/**
 * Bytes of text if the context window is unknown: about eight thousand tokens.
 */
const defaultBytes = 32_768;
/**
 * Bytes for notes that are added to the output of a tool that has already
 * clipped it.
 */
const spare = 1_024;

/** Limits of one call. */
type Limits = Pick<ToolContext, "callFolder" | "outputBytes">;

/**
 * Returns the UTF-8 bytes of text that one result may have: `outputBytes` of
 * the call, or 32,768 if the context window is unknown.
 *
 * @example
 * ```ts
 * const lines = (context: ToolContext) => Math.floor(resultBytes(context) / 80);
 * ```
 */
export function resultBytes({ outputBytes }: Pick<ToolContext, "outputBytes">): number {
  return outputBytes ?? defaultBytes;
}

/**
 * Fits a tool result to the model's context window. `defineTool` calls it for
 * every result; call it in an `Extension` that is not made of such tools.
 *
 * Texts that are too long together become one clipped text before the other
 * parts, with the full text in the call's folder. Images are scaled down, and
 * unsupported ones become a line that says so. What fits stays unchanged.
 *
 * @param context - folder and limit of the call.
 * @returns the same object if everything fits, except that images may be
 *   replaced.
 *
 * @example
 * ```ts
 * const fit = (text: string, context: ToolContext) =>
 *   fitOutcome({ content: [{ type: "text", text }] }, context);
 * ```
 */
export async function fitOutcome(outcome: ToolOutcome, context: Limits): Promise<ToolOutcome> {
  return isFailure(outcome) ? fittedFailure(outcome, context) : fittedOutput(outcome, context);
}

/** Fits a result. */
async function fittedOutput(given: ToolOutput, context: Limits): Promise<ToolOutput> {
  const output = await withFittedImages(given);
  const texts = output.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= resultBytes(context) + spare) return output;
  // Several texts become one, because a limit for each would not limit their
  // sum.
  const clipped = await clipText(texts.join("\n"), "result.txt", context);
  const others = output.content.filter((part) => part.type !== "text");
  // Files of the tool come first, then that of the full text.
  const artifacts = [...(output.artifacts ?? []), ...(clipped.artifacts ?? [])];
  return {
    ...output,
    content: [...clipped.content, ...others],
    ...(artifacts.length === 0 ? {} : { artifacts }),
  };
}

/**
 * Fits images one at a time: decoding several at once would need too much
 * memory.
 */
async function withFittedImages(output: ToolOutput): Promise<ToolOutput> {
  if (!output.content.some((part) => part.type === "image")) return output;
  const content: ToolContentPart[] = [];
  for (const part of output.content) {
    if (part.type !== "image") content.push(part);
    else content.push((await fitImage(part)) ?? { type: "text", text: imageLeftOut(part) });
  }
  return { ...output, content };
}

/** Fits the output or the message of a failure. */
async function fittedFailure(failure: ToolFailure, context: Limits): Promise<ToolFailure> {
  const maxBytes = resultBytes(context);
  const isLong = (text: string) => Buffer.byteLength(text) > maxBytes + spare;
  // Output of an interrupted call is not stored in a file: the call's folder
  // may be gone.
  if ("partial" in failure && isLong(failure.partial)) {
    return { ...failure, partial: clip(failure.partial, { maxBytes, maxLines: Infinity }).text };
  }
  if (failure.kind !== "failed" || !isLong(failure.message)) return failure;
  const clipped = await clipText(failure.message, "failure.txt", context);
  return { ...failure, message: extractText(clipped.content) };
}

/** Clips a text by bytes alone. */
function clipText(text: string, name: string, context: Limits): Promise<ToolOutput> {
  const maxBytes = resultBytes(context);
  return clipToFile(text, { folder: context.callFolder, name, maxBytes, maxLines: Infinity });
}
