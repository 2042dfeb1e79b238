// ISO-2022-JP has 7-bit bytes whose meaning depends on the last escape sequence: RFC 1468, and
// https://encoding.spec.whatwg.org/#iso-2022-jp for its half-width katakana. A line end in two-byte characters leads back
// to ASCII, as in the platform's decoder.
import { bytesOfCode, legacyTable } from "./legacy-table.ts";
import { byteOfRaw, rawByte } from "./raw-bytes.ts";
import type { Replacement } from "./replacement.ts";

/** What bytes mean until the next escape sequence. */
type Charset = "ascii" | "roman" | "katakana" | "kanji";

const escapes: Readonly<Record<string, Charset>> = {
  "\u001B(B": "ascii",
  "\u001B(J": "roman",
  "\u001B(I": "katakana",
  "\u001B$@": "kanji",
  "\u001B$B": "kanji",
};
const escapeOf: Readonly<Record<Charset, string>> = {
  ascii: "\u001B(B",
  roman: "\u001B(J",
  katakana: "\u001B(I",
  kanji: "\u001B$B",
};
const escapeBytes = 3;
const escapeByte = 0x1b;
/** Differ from ASCII in JIS X 0201. */
const romanCharacters: Readonly<Record<number, string>> = { 0x5c: "\u00A5", 0x7e: "\u203E" };
/** U+FF61 is byte 0x21. */
const katakanaOffset = 0xff61 - 0x21;
/** ESC, SO and SI begin or end character sets, so they are no characters of a text. */
const shifts: ReadonlySet<number> = new Set([0x0e, 0x0f, escapeByte]);

/** Called for each UTF-16 unit. @param end - of its bytes. @param after - the character set behind it. */
type OnCharacter = (character: string, end: number, after: Charset) => void;

function walk(bytes: Buffer, onCharacter: OnCharacter): void {
  const { several } = legacyTable("euc-jp");
  let charset: Charset = "ascii";
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    const next = charsetAt(bytes, at);
    if (next !== undefined) {
      charset = next;
      at += escapeBytes;
      continue;
    }
    const isLineEnd = byte === 0x0a || byte === 0x0d;
    if (isLineEnd) charset = afterLine(charset);
    const pair = charset === "kanji" ? several.get(pairAt(bytes, at)) : undefined;
    at += pair === undefined ? 1 : 2;
    onCharacter(pair ?? characterOf(byte, charset) ?? rawByte(byte), at, charset);
  }
}

function charsetAt(bytes: Buffer, at: number): Charset | undefined {
  return bytes[at] === escapeByte ? escapes[bytes.toString("latin1", at, at + escapeBytes)] : undefined;
}

function afterLine(charset: Charset): Charset {
  return charset === "roman" ? "roman" : "ascii";
}

/** The two bytes as euc-jp has them. */
function pairAt(bytes: Buffer, at: number): number {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  return first > 0x7f || second > 0x7f ? -1 : ((first | 0x80) << 8) | second | 0x80;
}

/** The meaning of a single byte. */
function characterOf(byte: number, charset: Charset): string | undefined {
  if (byte > 0x7f || shifts.has(byte) || charset === "kanji") return undefined;
  if (charset === "katakana")
    return byte >= 0x21 && byte <= 0x5f ? String.fromCharCode(byte + katakanaOffset) : undefined;
  return (charset === "roman" ? romanCharacters[byte] : undefined) ?? String.fromCharCode(byte);
}

/** Decodes ISO-2022-JP. Each byte without a meaning becomes one raw byte. */
export function decodeIso2022Jp(bytes: Buffer): string {
  const pieces: string[] = [];
  walk(bytes, (character) => pieces.push(character));
  return pieces.join("");
}

/** Whether bytes have two-byte characters, and none that means nothing. The last characters may be cut. */
export function isIso2022Jp(bytes: Buffer): boolean {
  if (!bytes.includes("\u001B$B") && !bytes.includes("\u001B$@")) return false;
  let kanji = 0;
  const raw: number[] = [];
  walk(bytes, (character, end, charset) => {
    if (!character.isWellFormed()) raw.push(end);
    else if (charset === "kanji") kanji++;
  });
  return kanji > 0 && raw.every((end) => end > bytes.length - escapeBytes);
}

interface Encoded {
  readonly bytes: readonly number[];
  readonly charset: Charset;
}

/** @returns `missing`: the first character without a code. */
export function encodeIso2022Jp(text: string): { readonly bytes: Buffer } | { readonly missing: string } {
  const encoded = encodeFrom(text, "ascii");
  if ("missing" in encoded) return encoded;
  const end = encoded.charset === "ascii" ? "" : escapeOf.ascii;
  return { bytes: Buffer.concat([Buffer.from(encoded.bytes), Buffer.from(end, "latin1")]) };
}

function encodeFrom(text: string, start: Charset): Encoded | { readonly missing: string } {
  const bytes: number[] = [];
  let charset = start;
  for (const character of text) {
    const raw = character.length === 1 ? byteOfRaw(character.charCodeAt(0)) : undefined;
    if (raw !== undefined) {
      bytes.push(raw);
      continue;
    }
    const code = codeOf(character, charset);
    if (!code) return { missing: character };
    if (code.charset !== charset) bytes.push(...Buffer.from(escapeOf[code.charset], "latin1"));
    ({ charset } = code);
    bytes.push(...code.bytes);
  }
  return { bytes, charset };
}

function codeOf(character: string, charset: Charset): Encoded | undefined {
  const unit = character.codePointAt(0) ?? 0;
  if (unit < 0x80) {
    if (shifts.has(unit)) return undefined;
    const isSame = charset === "roman" && romanCharacters[unit] === undefined;
    return { bytes: [unit], charset: isSame ? "roman" : "ascii" };
  }
  const roman = Object.entries(romanCharacters).find((entry) => entry[1] === character);
  if (roman) return { bytes: [Number(roman[0])], charset: "roman" };
  if (unit >= 0xff61 && unit <= 0xff9f) return { bytes: [unit - katakanaOffset], charset: "katakana" };
  const pair = bytesOfCode(legacyTable("euc-jp").bytesOf.get(character) ?? 0);
  if (pair.length !== 2) return undefined;
  return { bytes: pair.map((byte) => byte & 0x7f), charset: "kanji" };
}

/**
 * The bytes after replacements. An escape sequence belongs to the character behind it: it is replaced with that, and
 * written again where the text behind the change needs another character set.
 */
export function replaceInIso2022Jp(
  bytes: Buffer,
  replacements: readonly Replacement[],
): { readonly bytes: Buffer } | { readonly missing: string } {
  const ends: number[] = [0];
  const charsets: Charset[] = ["ascii"];
  walk(bytes, (_, end, charset) => {
    ends.push(end);
    charsets.push(charset);
  });
  const pieces: Buffer[] = [];
  let done = 0;
  for (const { start, end, text } of replacements) {
    const encoded = encodeFrom(text, charsets[start] ?? "ascii");
    if ("missing" in encoded) return encoded;
    const until = ends[end] ?? bytes.length;
    pieces.push(bytes.subarray(done, ends[start]), Buffer.from(encoded.bytes));
    done = until;
    const needed = charsetBehind(bytes, until, charsets[end] ?? "ascii");
    const isChanged = start < end || text !== "";
    if (isChanged && needed !== undefined && needed !== encoded.charset)
      pieces.push(Buffer.from(escapeOf[needed], "latin1"));
  }
  return { bytes: Buffer.concat([...pieces, bytes.subarray(done)]) };
}

/** The character set that bytes need at their start; `undefined` if they begin with an escape sequence. */
function charsetBehind(bytes: Buffer, at: number, charset: Charset): Charset | undefined {
  if (charsetAt(bytes, at) !== undefined) return undefined;
  const isLineEnd = at >= bytes.length || bytes[at] === 0x0a || bytes[at] === 0x0d;
  return isLineEnd ? afterLine(charset) : charset;
}
