// Long results of tools. The model gets an excerpt and a path: it can read or
// search the rest with its own tools, which costs tokens only for what it
// needs.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import type { ToolOutput } from "@skein/protocol";
import { clip, type ClipLimits } from "./clip.ts";
import { wholeIsIn, withNote } from "./clip-file.ts";

/**
 * Options of `clipToFile`.
 *
 * Limits are those of `clip`. The file is readable only by its owner, as is the
 * folder.
 */
export interface ClipToFileOptions extends ClipLimits {
  /**
   * Folder for the full text: `ToolContext.callFolder`. `undefined`: the
   * clipped part is lost.
   */
  readonly folder: string | undefined;
  /** File name of the full text. Default: `whole.txt`. */
  readonly name?: string;
  /** Media type of the artifact. Default: `text/plain`. */
  readonly mediaType?: string;
}

/**
 * Turns a text into the output of a tool. Short text stays unchanged; longer
 * text is clipped, and the full text is stored in a file that the output names.
 *
 * If the folder cannot be written, the output says so instead of failing: the
 * tool has already done its work.
 *
 * @param options - limits of the text, and the folder for its full form.
 * @returns content, and the file as an artifact if one was written.
 *
 * @example
 * ```ts
 * const run = async (text: string, { callFolder }: Pick<ToolContext, "callFolder">) =>
 *   clipToFile(text, { folder: callFolder, name: "log.txt" });
 * ```
 */
export async function clipToFile(text: string, options: ClipToFileOptions): Promise<ToolOutput> {
  const { folder, name = "whole.txt", mediaType = "text/plain" } = options;
  const part = clip(text, options);
  if (!part.cut || folder === undefined) return { content: [{ type: "text", text: part.text }] };
  const path = join(folder, name);
  const bytes = Buffer.byteLength(text);
  try {
    // Results can contain what only the user may read.
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
