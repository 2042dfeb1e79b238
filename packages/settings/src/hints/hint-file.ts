import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isMissingOrBlocked } from "@skein/platform/files";
import { isInside } from "@skein/platform/folders";
import { escapeCharacter, hiddenCharacterRanges, messageOf } from "@skein/protocol";
import { describeGuess, readText } from "@skein/platform/text";

export type FoundHint =
  | {
      readonly realPath: string;
      readonly text: string;
      readonly bytes: number;
      readonly isClipped: boolean;
      /** A clause that names the encoding, if that was guessed; else empty. */
      readonly guess: string;
    }
  | { readonly problem: string };

export interface HintLimits {
  /** The folder that a link may not lead out of. */
  readonly inside: string | undefined;
  /** Whether a file holds secrets, so that no link of a project may lead to it. @param path - absolute, links resolved. */
  readonly isGuarded?: ((path: string) => Promise<boolean>) | undefined;
  readonly maxBytes: number;
}

export async function readHintFile(
  path: string,
  { inside, isGuarded, maxBytes }: HintLimits,
): Promise<FoundHint | undefined> {
  try {
    const target = await realpath(path);
    if (inside !== undefined && !isInside(target, await realpath(inside)))
      return { problem: `it is a link that leads out of the project, to ${target}` };
    if (isGuarded && (await isLink(path, target)) && (await isGuarded(target)))
      return { problem: `it is a link to ${target}, which may hold secrets` };
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | (constants.O_NOFOLLOW ?? 0);
    await using file = await open(target, flags);
    const stats = await file.stat();
    if (!stats.isFile()) return { problem: "it is not a file" };
    if (maxBytes <= 0) return { problem: "the hint files before it use up all the space" };
    const buffer = Buffer.alloc(Math.min(stats.size, maxBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const isClipped = stats.size > bytesRead;
    const bytes = isClipped ? wholeLines(buffer.subarray(0, bytesRead)) : buffer.subarray(0, bytesRead);
    const read = await readText(bytes);
    if (read.text.includes("\0")) return { problem: "it is not text" };
    const text = visible(isClipped ? wholeLinesOf(read.text) : read.text);
    return { realPath: target, text, bytes: bytes.length, isClipped, guess: describeGuess(read) };
  } catch (error) {
    return isMissingOrBlocked(error) ? undefined : { problem: messageOf(error) };
  }
}

/** Whether the file itself is a link, rather than a folder above it. */
async function isLink(path: string, target: string): Promise<boolean> {
  return join(await realpath(dirname(path)), basename(path)) !== target;
}

/** Up to the last line end; a single long line is cut. */
function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf("\n");
  return end <= 0 ? bytes : bytes.subarray(0, end + 1);
}

/** In UTF-16 a cut by bytes may be in a line. */
function wholeLinesOf(text: string): string {
  const end = text.lastIndexOf("\n");
  return end <= 0 ? text : text.slice(0, end + 1);
}

/** Text that people who read the file cannot see must not reach the model. */
function visible(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(hidden, escapeCharacter);
}

// C0 except \t and \n, DEL, C1, and what is not seen. Joiners and the selectors that emoji need stay.
const hidden = new RegExp(
  String.raw`[\u0000-\u0008\u000B-\u001F\u007F-\u009F${hiddenCharacterRanges}]`,
  "gu",
);
