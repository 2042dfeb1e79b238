import { characterOfQuad, quadOf } from "./gb18030-quads.ts";
import { bytesOfCode, legacyTable, type LegacyEncoding } from "./legacy-table.ts";
import { byteOfRaw, rawByte } from "./raw-bytes.ts";

/** Decodes a legacy encoding. Each byte without a meaning becomes one raw byte. */
export function decodeLegacy(bytes: Buffer, encoding: LegacyEncoding): string {
  const pieces: string[] = [];
  forEachCode(bytes, encoding, (character) => pieces.push(character));
  return pieces.join("");
}

/** The codes of characters that have several, in the order in which they stand in bytes. */
export function ambiguousCodes(
  bytes: Buffer,
  encoding: LegacyEncoding,
): ReadonlyMap<string, readonly number[]> {
  const { ambiguous } = legacyTable(encoding);
  const codes = new Map<string, number[]>();
  if (ambiguous.size === 0) return codes;
  forEachCode(bytes, encoding, (character, at, length) => {
    if (!ambiguous.has(character)) return;
    const code = bytes.readUIntBE(at, length);
    codes.set(character, [...(codes.get(character) ?? []), code]);
  });
  return codes;
}

function forEachCode(
  bytes: Buffer,
  encoding: LegacyEncoding,
  found: (character: string, at: number, length: number) => void,
): void {
  const { single, several, bytesOf } = legacyTable(encoding);
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const alone = single[lead];
    if (alone !== undefined) {
      found(alone, at, 1);
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
    const length = pair !== undefined ? 2 : triple !== undefined ? 3 : quad !== undefined ? 4 : 1;
    found(pair ?? triple ?? quad ?? rawByte(lead), at, length);
    at += length;
  }
}

/**
 * @param kept - codes to use first for characters that have several, as `ambiguousCodes` returns them.
 * @returns the first character without a code in the encoding, or the bytes.
 */
export function encodeLegacy(
  text: string,
  encoding: LegacyEncoding,
  kept: ReadonlyMap<string, readonly number[]> = new Map(),
): { readonly bytes: Buffer } | { readonly missing: string } {
  const { bytesOf } = legacyTable(encoding);
  const bytes: number[] = [];
  const uses = new Map<string, number>();
  const keptCode = (character: string): number | undefined => {
    const codes = kept.get(character);
    if (!codes) return undefined;
    const use = uses.get(character) ?? 0;
    uses.set(character, use + 1);
    return codes[use];
  };
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const raw = byteOfRaw(text.charCodeAt(at));
    // Four codes of big5 mean two characters each: a letter and an accent.
    const two = character === "\u00CA" || character === "\u00EA" ? text.slice(at, at + 2) : "";
    const code = bytesOf.get(two) ?? keptCode(character) ?? bytesOf.get(character);
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
