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
  /** Whether the file stays, so that the text may refer to it. Default true. */
  readonly stays?: boolean;
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
  } = {
    ...defaultClipLimits,
    clean: (text: string) => text,
    stays: true,
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
    // One character more than fits, so that the cut knows whether it is at the end of a line.
    const read = Math.min(half.bytes + 4, bytes);
    const head = headOf(decoded(readAt(file, 0, read), "head"), half.bytes, half.lines);
    const tail = tailOf(decoded(readAt(file, bytes - read, read), "tail"), half.bytes, half.lines);
    const missing = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
    const text = joined(
      headOf(clean(head), half.bytes, half.lines),
      `${groupedNumber(missing)} bytes`,
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
