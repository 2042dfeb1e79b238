import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ToolOutput } from "@skein/protocol";
import { clip, type ClipLimits } from "./clip.ts";
import { wholeIsIn, withNote } from "./clip-file.ts";

export interface ClipToFileOptions extends ClipLimits {
  /** `ToolContext.callFolder`; when it is `undefined`, what is clipped is lost. */
  readonly folder: string | undefined;
  /** File name of the whole. Default `whole.txt`. */
  readonly name?: string;
  /** Default `text/plain`. */
  readonly mediaType?: string;
}

/**
 * A text as a tool's output: as it is when it is short, otherwise clipped, the whole in a file of the call's folder
 * that the text names. A folder that cannot be written costs only the file, and the text says so.
 */
export async function clipToFile(text: string, options: ClipToFileOptions): Promise<ToolOutput> {
  const { folder, name = "whole.txt", mediaType = "text/plain" } = options;
  const part = clip(text, options);
  if (!part.cut || folder === undefined) return { content: [{ type: "text", text: part.text }] };
  const path = join(folder, name);
  const bytes = Buffer.byteLength(text);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(path, text, { mode: 0o600 });
  } catch {
    const lost = withNote(part.text, "[The whole could not be kept in a file.]");
    return { content: [{ type: "text", text: lost }] };
  }
  return {
    content: [{ type: "text", text: withNote(part.text, wholeIsIn(path, bytes, part.cut)) }],
    artifacts: [{ path, mediaType, bytes }],
  };
}
