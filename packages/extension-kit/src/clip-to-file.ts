import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import type { ToolOutput } from "@skein/protocol";
import { clip, type ClipLimits } from "./clip.ts";
import { wholeIsIn, withNote } from "./clip-file.ts";

export interface ClipToFileOptions extends ClipLimits {
  /** `ToolContext.callFolder`; without it, the clipped part is lost. */
  readonly folder: string | undefined;
  /** File name of the full text. Default `whole.txt`. */
  readonly name?: string;
  /** Default `text/plain`. */
  readonly mediaType?: string;
}

/**
 * Turns a text into a tool's output: short text unchanged, longer text clipped, with the full text in a file of the
 * call's folder that the output names. When the folder cannot be written, only the file is missing, and the output
 * says so.
 */
export async function clipToFile(text: string, options: ClipToFileOptions): Promise<ToolOutput> {
  const { folder, name = "whole.txt", mediaType = "text/plain" } = options;
  const part = clip(text, options);
  if (!part.cut || folder === undefined) return { content: [{ type: "text", text: part.text }] };
  const path = join(folder, name);
  const bytes = Buffer.byteLength(text);
  try {
    makeFolders(folder, 0o700);
    await writeFile(path, text, { mode: 0o600 });
  } catch {
    const lost = withNote(part.text, "[The full output could not be saved to a file.]");
    return { content: [{ type: "text", text: lost }] };
  }
  return {
    content: [{ type: "text", text: withNote(part.text, wholeIsIn(path, bytes, part.cut)) }],
    artifacts: [{ path, mediaType, bytes }],
  };
}
