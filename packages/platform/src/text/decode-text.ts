import { detectEncoding, type DetectedEncoding } from "./detect-encoding.ts";
import { marks, unitBytes, type Encoding } from "./encodings.ts";
import { decodeIso2022Jp, encodeIso2022Jp } from "./iso-2022-jp.ts";
import { decodeLegacy, encodeLegacy } from "./legacy.ts";
import { decodeUtf16, encodeUtf16 } from "./utf-16.ts";
import { decodeUtf32, encodeUtf32 } from "./utf-32.ts";
import { decodeUtf8, encodeUtf8 } from "./utf-8.ts";

/** A file as text, from which its bytes can be made again. */
export interface DecodedText extends DetectedEncoding {
  /**
   * Without a byte order mark. A byte that means nothing in the encoding is a lone surrogate, so `toWellFormed` makes it
   * U+FFFD.
   */
  readonly text: string;
  /** Byte order mark; empty without one. */
  readonly mark: Buffer;
  /** Bytes at the end that are no text: part of a character of UTF-16 or UTF-32. */
  readonly rest: Buffer;
}

/** @param encoding - default: as detected. */
export async function decodeText(bytes: Buffer, encoding?: Encoding): Promise<DecodedText> {
  return decodeAs(bytes, encoding ? { encoding, isGuess: false } : await detectEncoding(bytes));
}

export function decodeAs(bytes: Buffer, detected: DetectedEncoding): DecodedText {
  const { encoding } = detected;
  const bytesOfMark = marks[encoding];
  const isMarked = bytesOfMark?.every((byte, index) => bytes[index] === byte) === true;
  const start = isMarked ? bytesOfMark.length : 0;
  const end = bytes.length - ((bytes.length - start) % unitBytes(encoding));
  return {
    ...detected,
    text: decode(bytes.subarray(start, end), encoding),
    mark: bytes.subarray(0, start),
    rest: bytes.subarray(end),
  };
}

function decode(bytes: Buffer, encoding: Encoding): string {
  switch (encoding) {
    case "utf-8":
      return decodeUtf8(bytes);
    case "utf-16le":
    case "utf-16be":
      return decodeUtf16(bytes, encoding);
    case "utf-32le":
    case "utf-32be":
      return decodeUtf32(bytes, encoding);
    case "iso-2022-jp":
      return decodeIso2022Jp(bytes);
    default:
      return decodeLegacy(bytes, encoding);
  }
}

/**
 * The bytes of a text.
 *
 * @returns `missing`: the first character that the encoding has no code for.
 */
export function encodeText(
  text: string,
  encoding: Encoding,
): { readonly bytes: Buffer } | { readonly missing: string } {
  switch (encoding) {
    case "utf-8":
      return { bytes: encodeUtf8(text) };
    case "utf-16le":
    case "utf-16be":
      return { bytes: encodeUtf16(text, encoding) };
    case "utf-32le":
    case "utf-32be":
      return { bytes: encodeUtf32(text, encoding) };
    case "iso-2022-jp":
      return encodeIso2022Jp(text);
    default:
      return encodeLegacy(text, encoding);
  }
}
