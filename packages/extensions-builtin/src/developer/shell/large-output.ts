import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { PartDecoder } from "@skein/extension-kit";
import { decodeAs, unitBytes, type DetectedEncoding } from "@skein/platform/text";
import { guessNote, isPlainOutput, outputEncoding } from "./output-text.ts";

/** Bytes of the head and of the tail that are looked at. */
const sampleBytes = 65_536;
/** Of a character or an escape sequence. */
const longestCharacter = 4;
const lineFeed = 0x0a;

export interface LargeOutput {
  /** Absent: the output is UTF-8. */
  readonly decoder?: PartDecoder;
  /** A line that names the encoding, if that was guessed. */
  readonly note?: string;
}

/** Detects the encoding of output that is too large to be read whole, by its head and its tail. */
export async function openLargeOutput(path: string): Promise<LargeOutput> {
  const { head, tail } = readSamples(path);
  if (isPlainOutput(wholeLines(head)) && isPlainOutput(tail)) return {};
  const ofHead = await outputEncoding(wholeLines(head));
  // The tail of UTF-16 and UTF-32 need not begin with a whole character.
  const detected =
    unitBytes(ofHead.encoding) > 1 ? ofHead : await outputEncoding(Buffer.concat([wholeLines(head), tail]));
  const note = guessNote(detected);
  return { decoder: decoderOf(detected), ...(note === undefined ? {} : { note }) };
}

function decoderOf(detected: DetectedEncoding): PartDecoder {
  return {
    unitBytes: unitBytes(detected.encoding),
    decode: (bytes, part) => decodeAs(cleanCut(bytes, part, detected), detected).text.toWellFormed(),
  };
}

/** Whole lines where characters have several bytes, and where escape sequences end with the line. */
function cleanCut(bytes: Buffer, part: "head" | "tail", { encoding }: DetectedEncoding): Buffer {
  if (unitBytes(encoding) > 1) return bytes;
  return part === "head" ? wholeLines(bytes) : behindFirstLine(bytes);
}

function wholeLines(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(lineFeed) + 1;
  return bytes.subarray(0, end === 0 ? Math.max(0, bytes.length - longestCharacter) : end);
}

function behindFirstLine(bytes: Buffer): Buffer {
  const start = bytes.indexOf(lineFeed) + 1;
  return bytes.subarray(start === bytes.length ? 0 : start);
}

function readSamples(path: string): { readonly head: Buffer; readonly tail: Buffer } {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const read = (from: number) => {
      const bytes = Buffer.alloc(Math.min(sampleBytes, size));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from));
    };
    return { head: read(0), tail: behindFirstLine(read(Math.max(0, size - sampleBytes))) };
  } finally {
    closeSync(file);
  }
}
