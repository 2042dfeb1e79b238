import { characterOfQuad, quadOf } from "./gb18030-quads.ts";
import { bytesOfCode, legacyTable, type LegacyEncoding } from "./legacy-table.ts";
import { byteOfRaw, rawByte } from "./raw-bytes.ts";

/** Decodes a legacy encoding. Each byte without a meaning becomes one raw byte. */
export function decodeLegacy(bytes: Buffer, encoding: LegacyEncoding): string {
  const { single, several, bytesOf } = legacyTable(encoding);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const alone = single[lead];
    if (alone !== undefined) {
      pieces.push(alone);
      at++;
      continue;
    }
    const pair = several.get((lead << 8) | (bytes[at + 1] ?? 0));
    const triple =
      lead === 0x8f && encoding === "euc-jp"
        ? several.get((lead << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0))
        : undefined;
    const four = pair === undefined && encoding === "gb18030" ? characterOfQuad(bytes, at) : undefined;
    const quad = four === undefined || bytesOf.has(four) ? undefined : four;
    pieces.push(pair ?? triple ?? quad ?? rawByte(lead));
    at += pair !== undefined ? 2 : triple !== undefined ? 3 : quad !== undefined ? 4 : 1;
  }
  return pieces.join("");
}

/** @returns the first character without a code in the encoding, or the bytes. */
export function encodeLegacy(
  text: string,
  encoding: LegacyEncoding,
): { readonly bytes: Buffer } | { readonly missing: string } {
  const { bytesOf } = legacyTable(encoding);
  const bytes: number[] = [];
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const raw = byteOfRaw(text.charCodeAt(at));
    // Four codes of big5 mean two characters each: a letter and an accent.
    const two = character === "\u00CA" || character === "\u00EA" ? text.slice(at, at + 2) : "";
    const code = bytesOf.get(two) ?? bytesOf.get(character);
    const codes =
      code !== undefined
        ? bytesOfCode(code)
        : character.length === 1 && raw !== undefined
          ? [raw]
          : encoding === "gb18030"
            ? quadOf(character)
            : undefined;
    if (!codes) return { missing: character };
    bytes.push(...codes);
    at += bytesOf.has(two) ? 2 : character.length;
  }
  return { bytes: Buffer.from(bytes) };
}
