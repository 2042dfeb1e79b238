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

export interface ClipFileOptions extends ClipLimits {
  /** Applied to the clipped text, for example `stripTerminalCodes`. */
  readonly clean?: (text: string) => string;
  /** Text of the file, where its bytes are not UTF-8. */
  readonly text?: string;
  /** For a file that is not UTF-8 and too large to be decoded whole. */
  readonly decoder?: PartDecoder;
  /** Whether the file stays, so that the text may refer to it. Default true. */
  readonly stays?: boolean;
}

/** Decodes a part of a file that is not UTF-8. */
export interface PartDecoder {
  /** Bytes of the smallest part of a text: a part begins and ends at a multiple of it. */
  readonly unitBytes: number;
  /** Drops what is left of a character at the cut. */
  readonly decode: (bytes: Buffer, part: "head" | "tail") => string;
}

/**
 * `clip` for output that is already in a file: reads only its head and tail, however large it is. Clipped text ends
 * with a line that names the file.
 *
 * @throws the system's error when the file cannot be read.
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
  const file = openSync(path, "r");
  try {
    const bytes = fstatSync(file).size;
    const noteFrom = (cut: Cut) => (stays ? wholeIsIn(path, bytes, cut) : "");
    if (bytes <= maxBytes || decodedText !== undefined) {
      const text = decodedText ?? decoded(readAt(file, 0, bytes));
      const whole = clip(clean(text), { maxBytes, maxLines });
      return whole.cut ? { ...whole, text: withNote(whole.text, noteFrom(whole.cut)) } : whole;
    }
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

/** The line that leads a model from the excerpt to the full text: the call that continues where the excerpt ends. */
export function wholeIsIn(path: string, bytes: number, { line, skipBytes }: Cut): string {
  const input = JSON.stringify({ path, from: line, ...(skipBytes === 0 ? {} : { skip_bytes: skipBytes }) });
  return `[The full output, ${groupedNumber(bytes)} bytes, is in a file. Continue with read ${input}, or search in it.]`;
}

export function withNote(text: string, note: string): string {
  return note === "" ? text : `${text.replace(/\n$/, "")}\n${note}`;
}

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

const utf8: PartDecoder = { unitBytes: 1, decode: decoded };

/** Decodes UTF-8 with replacement characters, and drops what is left of a character at the cut. */
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
