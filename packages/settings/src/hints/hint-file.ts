import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { relative, isAbsolute, sep } from "node:path";
import { hiddenCharacterRanges, messageOf } from "@skein/protocol";

export type FoundHint =
  | {
      readonly realPath: string;
      readonly text: string;
      readonly bytes: number;
      readonly isClipped: boolean;
    }
  | { readonly problem: string };

/** @param inside - the folder that a link may not lead out of. */
export async function readHintFile(
  path: string,
  inside: string | undefined,
  maxBytes: number,
): Promise<FoundHint | undefined> {
  try {
    const target = await realpath(path);
    if (inside !== undefined && !isBelow(target, await realpath(inside)))
      return { problem: `it is a link that leads out of the project, to ${target}` };
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0);
    await using file = await open(target, flags);
    const stats = await file.stat();
    if (!stats.isFile()) return { problem: "it is not a file" };
    if (maxBytes <= 0) return { problem: "the hint files before it use up all the space" };
    const buffer = Buffer.alloc(Math.min(stats.size, maxBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const isClipped = stats.size > bytesRead;
    const bytes = isClipped ? wholeLines(buffer.subarray(0, bytesRead)) : buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) return { problem: "it is not text" };
    const text = visible(new TextDecoder().decode(bytes));
    return { realPath: target, text, bytes: bytes.length, isClipped };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : { problem: messageOf(error) };
  }
}

/** Both absolute, with links resolved. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Up to the last line end; a single long line is cut. */
function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf("\n");
  return end <= 0 ? bytes : bytes.subarray(0, end + 1);
}

/** Text that people who read the file cannot see must not reach the model. */
function visible(text: string): string {
  return text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

// C0 except \t and \n, DEL, C1, and what is not seen. Joiners and the selectors that emoji need stay.
const hidden = new RegExp(
  String.raw`[\u0000-\u0008\u000B-\u001F\u007F-\u009F${hiddenCharacterRanges}]`,
  "gu",
);
