import { isUtf8 } from "node:buffer";
import { byteOfRaw, rawByte } from "./raw-bytes.ts";

/** Decodes UTF-8. Each byte that is not part of a valid character becomes one raw byte. */
export function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const pieces: string[] = [];
  let valid = 0;
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    pieces.push(bytes.toString("utf8", valid, at), rawByte(bytes[at] ?? 0));
    valid = ++at;
  }
  pieces.push(bytes.toString("utf8", valid));
  return pieces.join("");
}

export function encodeUtf8(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const pieces: Buffer[] = [];
  let done = 0;
  for (const { index, 0: unit } of text.matchAll(/\p{Surrogate}/gu)) {
    const byte = byteOfRaw(unit.charCodeAt(0));
    pieces.push(Buffer.from(text.slice(done, index)));
    pieces.push(byte === undefined ? Buffer.from(unit) : Buffer.of(byte));
    done = index + unit.length;
  }
  return Buffer.concat([...pieces, Buffer.from(text.slice(done))]);
}

/** Counts of characters beyond ASCII, and of bytes that belong to none. */
export function countUtf8(bytes: Buffer): { readonly characters: number; readonly invalid: number } {
  let [characters, invalid] = [0, 0];
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes, at);
    if (length > 1) characters++;
    if (length === 0) invalid++;
    at += Math.max(length, 1);
  }
  return { characters, invalid };
}

/** Lowest and highest second byte after lead bytes that do not take all of 0x80 to 0xBF: Unicode, table 3-7. */
const secondBytes: Readonly<Record<number, readonly [number, number]>> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
};

/** @returns the number of bytes of the character at a position; 0 if it is invalid. */
function characterLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const [lowest, highest] = secondBytes[lead] ?? [0x80, 0xbf];
  const second = bytes[at + 1] ?? 0;
  if (second < lowest || second > highest) return 0;
  for (let next = at + 2; next < at + length; next++) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}
