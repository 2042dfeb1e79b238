import { isUtf8 } from "node:buffer";
import { constants, existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { loadPlatformText } from "./later.ts";

const maxBytes = 1024 * 1024;

/** The text of a file; `undefined` when it is missing, not a regular file, unreadable, or larger than a megabyte. */
export async function readSmallFile(path: string): Promise<string | undefined> {
  // Most of those that are looked for are missing, and to be told so by `open` takes ten times as long.
  if (!existsSync(path)) return undefined;
  try {
    // Non-blocking: a pipe without a writer must not block.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await file.stat();
    return stats.isFile() && stats.size <= maxBytes ? await decoded(await file.readFile()) : undefined;
  } catch {
    return undefined;
  }
}

/** The decoder of other encodings is loaded for them only: a start reads dozens of these files. */
async function decoded(bytes: Buffer): Promise<string> {
  if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString();
  const { readText } = await loadPlatformText();
  return (await readText(bytes)).text;
}
