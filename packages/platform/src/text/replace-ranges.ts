import { encodeText, type DecodedText } from "./decode-text.ts";
import { replaceInIso2022Jp } from "./iso-2022-jp.ts";
import { isLegacy } from "./legacy-table.ts";
import { ambiguousCodes, encodeLegacy } from "./legacy.ts";
import type { Replacement } from "./replacement.ts";

/**
 * The bytes of a file after replacements. All bytes outside of them, the byte order mark included, are those of the file.
 *
 * @param replacements - in the order of the text; none overlaps another one.
 * @returns `missing`: the first new character that the encoding has no code for.
 */
export function replaceRanges(
  bytes: Buffer,
  { text, encoding, mark, rest }: DecodedText,
  replacements: readonly Replacement[],
): { readonly bytes: Buffer } | { readonly missing: string } {
  if (encoding === "iso-2022-jp") return replaceInIso2022Jp(bytes, replacements);
  const pieces: Buffer[] = [mark];
  let [done, offset] = [0, mark.length];
  const lengthOf = (from: number, to: number) => {
    const encoded = encodeText(text.slice(from, to), encoding);
    return "bytes" in encoded ? encoded.bytes.length : 0;
  };
  for (const { start, end, text: added } of replacements) {
    const from = offset + lengthOf(done, start);
    const to = from + lengthOf(start, end);
    // What is kept of a range in its replacement keeps its codes, where a character has several.
    const encoded = isLegacy(encoding)
      ? encodeLegacy(added, encoding, ambiguousCodes(bytes.subarray(from, to), encoding))
      : encodeText(added, encoding);
    if ("missing" in encoded) return encoded;
    pieces.push(bytes.subarray(offset, from), encoded.bytes);
    offset = to;
    done = end;
  }
  const end = bytes.length - rest.length;
  return { bytes: Buffer.concat([...pieces, bytes.subarray(offset, end), rest]) };
}
