import { isUtf8 } from "node:buffer";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** A text file, so that its bytes can be made from its text again. */
export interface DecodedFile {
  readonly encoding: Encoding;
  /**
   * Its text as UTF-8, one character per byte ("latin1"), byte order mark included. Bytes that are not UTF-8 in a file
   * that otherwise is stay as they are.
   */
  readonly text: string;
}

/** @returns `undefined` for UTF-16 with broken characters: its bytes could not be made from its text again. */
export function decodeFile(bytes: Buffer): DecodedFile | undefined {
  const encoding = encodingOf(bytes);
  if (encoding === "utf-8") return { encoding, text: bytes.toString("latin1") };
  const text = Buffer.from(charactersOf(bytes, encoding)).toString("latin1");
  return encodeText(text, encoding)?.equals(bytes) ? { encoding, text } : undefined;
}

/**
 * The bytes of a text.
 *
 * @param text - UTF-8, one character per byte.
 * @returns `undefined` when the encoding has no place for one of its characters.
 */
export function encodeText(text: string, encoding: Encoding): Buffer | undefined {
  const utf8 = Buffer.from(text, "latin1");
  if (encoding === "utf-8") return utf8;
  const characters = utf8.toString("utf8");
  if (encoding === "utf-16le") return Buffer.from(characters, "utf16le");
  if (encoding === "utf-16be") return Buffer.from(characters, "utf16le").swap16();
  const codes = Array.from(characters, (character) => windowsCodes().get(character));
  return codes.every((code) => code !== undefined) ? Buffer.from(codes) : undefined;
}

/** The text of a part of a file. */
function charactersOf(bytes: Buffer, encoding: Encoding): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

/** By the byte order mark, else by what the bytes are like. A file with NUL bytes that is not UTF-16 counts as UTF-8. */
function encodingOf(bytes: Buffer): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const start = bytes.subarray(0, 2048);
  if (start.includes(0)) return unmarkedUtf16(start) ?? "utf-8";
  return isUtf8(bytes) || hasUtf8(bytes) ? "utf-8" : "windows-1252";
}

/** Text in Latin letters has a NUL as every second byte. */
function unmarkedUtf16(start: Buffer): Encoding | undefined {
  const pairs = Math.floor(start.length / 2);
  let [even, odd] = [0, 0];
  for (let at = 0; at + 1 < start.length; at += 2) {
    if (start[at] === 0) even++;
    if (start[at + 1] === 0) odd++;
  }
  if (pairs < 2) return undefined;
  if (even === 0 && odd > pairs * 0.7) return "utf-16le";
  return odd === 0 && even > pairs * 0.7 ? "utf-16be" : undefined;
}

/** Whether a character beyond ASCII is written in UTF-8. In other encodings such a pair of bytes is rare. */
function hasUtf8(bytes: Buffer): boolean {
  return /[\xc3-\xf4][\x80-\xbf]/.test(bytes.toString("latin1"));
}

let windows: ReadonlyMap<string, number> | undefined;

function windowsCodes(): ReadonlyMap<string, number> {
  const all = Buffer.from(Array.from({ length: 256 }, (_, code) => code));
  windows ??= new Map(Array.from(charactersOf(all, "windows-1252"), (character, code) => [character, code]));
  return windows;
}
