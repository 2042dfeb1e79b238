import { isUtf8 } from "node:buffer";
import { decodeAs, unitBytes, type DetectedEncoding } from "@skein/platform/text";
import { outputEncoding } from "./output-text.ts";

/** Decodes output piece by piece, while it is written. */
export interface OutputStream {
  /**
   * The text of the next bytes. What is left of a character is decoded with the next ones; in a legacy encoding, what is left
   * of a line.
   *
   * @param at - position of the bytes; those in between were never read.
   */
  decode(bytes: Buffer, at: number): Promise<string>;
  /** The text of what is left when the output has ended. */
  rest(): Promise<string>;
}

/** Bytes by which a guess is made. */
const sampleBytes = 16_384;
/** Bytes of a line that is decoded before its end has come. */
const longestOpenLine = 4096;
/** Bytes that a character lacks at most. */
const mostMissing = 3;

export function outputStream(): OutputStream {
  let open: Buffer = Buffer.alloc(0);
  let next = 0;
  let sample: Buffer = Buffer.alloc(0);
  let certain: DetectedEncoding | undefined;

  /** Guessed again with all lines that have come, until they are enough. @param rest - what is left of a line. */
  async function encodingOf(lines: Buffer, rest: Buffer): Promise<DetectedEncoding> {
    if (certain) return certain;
    sample = Buffer.concat([sample, lines]).subarray(0, sampleBytes);
    const detected = await outputEncoding(sample.length === 0 ? rest : sample);
    const isAscii = detected.encoding === "utf-8" && !sample.some((byte) => byte === 0 || byte >= 0x80);
    if (isAscii) sample = Buffer.alloc(0);
    else if (!detected.isGuess || sample.length === sampleBytes) certain = detected;
    return detected;
  }

  return {
    async decode(bytes, at) {
      const isGap = at > next;
      next = at + bytes.length;
      const all = isGap ? bytes : Buffer.concat([open, bytes]);
      const whole = wholeUtf8(all);
      // An escape sequence may be followed by what tells ISO-2022-JP from UTF-8.
      const lines = whole && !all.includes("\u001B$") ? whole.length : lastLineEnd(all);
      const detected = await encodingOf(all.subarray(0, lines), all.subarray(lines));
      const start = isGap ? -at & (unitBytes(detected.encoding) - 1) : 0;
      const end = endOf(all, whole, detected, start);
      open = Buffer.from(all.subarray(end));
      return decodeAs(all.subarray(start, end), detected).text.toWellFormed();
    },
    async rest() {
      const bytes = open;
      open = Buffer.alloc(0);
      const detected = await encodingOf(Buffer.alloc(0), bytes);
      return decodeAs(bytes, detected).text.toWellFormed();
    },
  };
}

/** Valid UTF-8 but for a character or an escape sequence that is cut at the end. */
function wholeUtf8(bytes: Buffer): Buffer | undefined {
  for (let missing = 0; missing <= mostMissing; missing++) {
    const whole = bytes.subarray(0, bytes.length - missing);
    if (!isUtf8(whole)) continue;
    const escape = whole.lastIndexOf("\u001B");
    return escape === -1 || escape < whole.length - 2 ? whole : whole.subarray(0, escape);
  }
  return undefined;
}

/** Where what can be decoded now ends. */
function endOf(
  all: Buffer,
  whole: Buffer | undefined,
  { encoding }: DetectedEncoding,
  start: number,
): number {
  const unit = unitBytes(encoding);
  if (unit > 1) return all.length - ((all.length - start) % unit);
  if (encoding === "utf-8") return whole?.length ?? all.length;
  const end = lastLineEnd(all);
  return end > 0 || all.length <= longestOpenLine ? end : all.length - mostMissing;
}

function lastLineEnd(bytes: Buffer): number {
  return Math.max(bytes.lastIndexOf("\n"), bytes.lastIndexOf("\r")) + 1;
}
