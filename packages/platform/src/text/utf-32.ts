import { byteOfRaw, rawByte } from "./raw-bytes.ts";

export type Utf32 = "utf-32le" | "utf-32be";

/** Decodes UTF-32. The four bytes of a number that is no character become raw bytes. @param bytes - a multiple of four. */
export function decodeUtf32(bytes: Buffer, encoding: Utf32): string {
  const units = new Uint16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 4) {
    const code = codeAt(bytes, at, encoding);
    if (!isCharacter(code)) {
      for (const byte of bytes.subarray(at, at + 4)) units[length++] = rawByte(byte).charCodeAt(0);
    } else if (code < 0x10000) units[length++] = code;
    else {
      units[length++] = 0xd7c0 + (code >> 10);
      units[length++] = 0xdc00 + (code & 0x3ff);
    }
  }
  return Buffer.from(units.buffer, 0, length * 2).toString("utf16le");
}

export function encodeUtf32(text: string, encoding: Utf32): Buffer {
  const bytes = Buffer.alloc(text.length * 4);
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const raw = byteOfRaw(code);
    if (raw !== undefined) {
      bytes[length++] = raw;
      continue;
    }
    const written = isCharacter(code) ? code : 0xfffd;
    if (encoding === "utf-32le") bytes.writeUInt32LE(written, length);
    else bytes.writeUInt32BE(written, length);
    length += 4;
  }
  return bytes.subarray(0, length);
}

/** Counts of numbers that are characters, and of others. @param bytes - a multiple of four. */
export function countUtf32(
  bytes: Buffer,
  encoding: Utf32,
): { readonly characters: number; readonly invalid: number } {
  let characters = 0;
  for (let at = 0; at < bytes.length; at += 4) if (isCharacter(codeAt(bytes, at, encoding))) characters++;
  return { characters, invalid: bytes.length / 4 - characters };
}

function codeAt(bytes: Buffer, at: number, encoding: Utf32): number {
  return encoding === "utf-32le" ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
}

function isCharacter(code: number): boolean {
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}
