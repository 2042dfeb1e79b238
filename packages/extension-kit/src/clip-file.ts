// Clipping for output that is already in a file, such as that of a command. A
// build can write gigabytes; only its start and its end are read, in two reads.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { groupedNumber } from "@skein/protocol";
import {
  clip,
  defaultClipLimits,
  endOf,
  headOf,
  joined,
  tailOf,
  type ClipLimits,
  type Clipped,
  type Cut,
} from "./clip.ts";

/**
 * Options of `clipFile`.
 *
 * @example
 * ```ts
 * const options: ClipFileOptions = { maxLines: 100, clean: (text) => text.replaceAll("\t", "  ") };
 * ```
 */
export interface ClipFileOptions extends ClipLimits {
  /**
   * Changes the clipped text, for example `stripTerminalCodes`. Default: no
   * change.
   */
  readonly clean?: (text: string) => string;
  /**
   * Text of the file, if its bytes are not UTF-8 and were decoded by the
   * caller. Default: the file is read as UTF-8.
   */
  readonly text?: string;
  /**
   * Decoder for a file that is not UTF-8 and too large to be decoded as a
   * whole. Default: UTF-8.
   */
  readonly decoder?: PartDecoder;
  /**
   * Whether to name the file in the text. Pass false if the file is deleted
   * after the call. Default: true.
   */
  readonly stays?: boolean;
}

/**
 * Decodes a part of a file that is not UTF-8.
 *
 * @example
 * ```ts
 * const utf16: PartDecoder = {
 *   unitBytes: 2,
 *   decode: (bytes) => new TextDecoder("utf-16le").decode(bytes),
 * };
 * ```
 */
export interface PartDecoder {
  /**
   * Bytes of the smallest unit of the encoding, such as 2 for UTF-16. A part
   * starts and ends at a multiple of it.
   */
  readonly unitBytes: number;
  /**
   * Decodes the bytes, without the incomplete character at the cut: the last
   * one of `head`, the first one of `tail`.
   */
  readonly decode: (bytes: Buffer, part: "head" | "tail") => string;
}

/**
 * Clips the text of a file like `clip`, but reads only its start and end,
 * however large it is. Clipped text ends with a line that names the file and
 * the call that continues there.
 *
 * @param path - absolute path, as the model will use it.
 * @param options - limits and decoding. Default: those of `clip`, and UTF-8.
 * @throws the system's error if the file cannot be read.
 *
 * @example
 * ```ts
 * const { text, clipped } = clipFile("/tmp/build.log", { maxBytes: 8000, stays: false });
 * ```
 */
export function clipFile(path: string, options: ClipFileOptions = {}): Clipped {
  const {
    maxBytes,
    maxLines,
    clean,
    stays,
    text: decodedText,
    decoder,
  } = {
    ...defaultClipLimits,
    clean: (text: string) => text,
    stays: true,
    decoder: undefined,
    ...options,
  };
  // One handle for both reads, so that they are of the same file.
  const file = openSync(path, "r");
  try {
    const bytes = fstatSync(file).size;
    // A file that will be deleted must not be named.
    const noteFrom = (cut: Cut) => (stays ? wholeIsIn(path, bytes, cut) : "");
    // Small enough to be read whole. The limit of lines still applies.
    if (bytes <= maxBytes || decodedText !== undefined) {
      const text = decodedText ?? decoded(readAt(file, 0, bytes));
      const whole = clip(clean(text), { maxBytes, maxLines });
      return whole.cut ? { ...whole, text: withNote(whole.text, noteFrom(whole.cut)) } : whole;
    }
    // The start and the end get half of each limit.
    const half = { bytes: Math.floor(maxBytes / 2), lines: Math.floor(maxLines / 2) };
    const { unitBytes, decode } = decoder ?? utf8;
    // One character more than fits, so that the cut knows whether it is at the end of a line.
    const read = Math.min((half.bytes + 4) * unitBytes, bytes);
    const head = headOf(decode(readAt(file, 0, read), "head"), half.bytes, half.lines);
    const start = Math.ceil((bytes - read) / unitBytes) * unitBytes;
    const tail = tailOf(decode(readAt(file, start, bytes - start), "tail"), half.bytes, half.lines);
    const missing = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
    const text = joined(
      headOf(clean(head), half.bytes, half.lines),
      // In another encoding, the same text has another number of bytes.
      decoder ? "the middle" : `${groupedNumber(missing)} bytes`,
      tailOf(clean(tail), half.bytes, half.lines),
    );
    const cut = endOf(head);
    return { text: withNote(text, noteFrom(cut)), clipped: true, cut };
  } finally {
    closeSync(file);
  }
}

/**
 * Writes the line that leads a model from the excerpt to the full text: the
 * call that continues where the excerpt ends.
 *
 * @param bytes - size of the full text.
 * @param cut - position at which the excerpt ends.
 */
export function wholeIsIn(path: string, bytes: number, { line, skipBytes }: Cut): string {
  const input = JSON.stringify({ path, from: line, ...(skipBytes === 0 ? {} : { skip_bytes: skipBytes }) });
  return `[The full output, ${groupedNumber(bytes)} bytes, is in a file. Continue with read ${input}, or search in it.]`;
}

/**
 * Appends a note on its own line.
 *
 * @param note - `""`: nothing is appended.
 */
export function withNote(text: string, note: string): string {
  return note === "" ? text : `${text.replace(/\n$/, "")}\n${note}`;
}

/** Reads bytes at a position. Shorter than asked if the file has shrunk. */
function readAt(file: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(file, buffer, filled, length - filled, position + filled);
    if (read === 0) break;
    filled += read;
  }
  return buffer.subarray(0, filled);
}

/** Decoder of UTF-8. */
const utf8: PartDecoder = { unitBytes: 1, decode: decoded };

/**
 * Decodes UTF-8 with replacement characters, and drops the incomplete character
 * at the cut.
 */
function decoded(bytes: Buffer, part?: "head" | "tail"): string {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const start =
    part === "tail"
      ? Math.max(
          0,
          bytes.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80),
        )
      : 0;
  return decoder.decode(bytes.subarray(start), { stream: part === "head" });
}
