import { isUtf8 } from "node:buffer";
import { findEncoding, marks, type Encoding } from "./encodings.ts";
import { isIso2022Jp } from "./iso-2022-jp.ts";
import { decodeLegacy } from "./legacy.ts";
import { isLegacy } from "./legacy-table.ts";
import { decodeUtf16, type Utf16 } from "./utf-16.ts";
import { countUtf32, decodeUtf32, type Utf32 } from "./utf-32.ts";
import { countUtf8 } from "./utf-8.ts";
import { loadChardet } from "../later.ts";

export interface DetectedEncoding {
  readonly encoding: Encoding;
  /** Whether the bytes fit other encodings too, so that characters beyond ASCII may be wrong. */
  readonly isGuess: boolean;
}

/** Bytes that are looked at. */
const sampleBytes = 65_536;
/** Bytes in which NUL bytes are looked for. */
const startBytes = 8192;
/** From 0 to 100, as the detector has it. Below, a text is too short to tell. */
const sureEnough = 40;
/** Bytes beyond ASCII; of fewer, the detector finds languages that hardly anybody writes. */
const fewestBytes = 4;
/** Most used of all, and each byte means something in it. */
const fallback = "windows-1252";

/**
 * Detects the encoding of a file: by its byte order mark, else by its bytes. A file with NUL bytes that is neither UTF-16 nor
 * UTF-32 counts as UTF-8. Loads its library for text in other encodings.
 */
export async function detectEncoding(bytes: Buffer): Promise<DetectedEncoding> {
  return detectUnicode(bytes) ?? guessLegacy(bytes);
}

/** The same without a guess. @returns `undefined` for text in a legacy encoding. */
export function detectUnicode(bytes: Buffer): DetectedEncoding | undefined {
  const marked = markedEncoding(bytes);
  if (marked) return { encoding: marked, isGuess: false };
  const start = bytes.subarray(0, startBytes);
  if (start.includes(0))
    return unmarkedUtf32(start) ?? unmarkedUtf16(start) ?? { encoding: "utf-8", isGuess: false };
  // ISO-2022-JP has the bytes of ASCII only.
  return isUtf8(bytes) && !hasJapaneseEscapes(bytes) ? { encoding: "utf-8", isGuess: false } : undefined;
}

function markedEncoding(bytes: Buffer): Encoding | undefined {
  for (const [name, mark] of Object.entries(marks)) {
    const encoding = findEncoding(name);
    if (encoding && mark.every((byte, index) => bytes[index] === byte) && isBehindMark(bytes, encoding))
      return encoding;
  }
  return undefined;
}

/** Whether bytes fit a mark: that of UTF-32LE is that of UTF-16LE in front of a NUL character. */
function isBehindMark(bytes: Buffer, encoding: Encoding): boolean {
  if (encoding !== "utf-32le") return true;
  const { characters, invalid } = countUtf32(wholeUnits(bytes.subarray(0, startBytes), 4), encoding);
  return characters > invalid;
}

function wholeUnits(bytes: Buffer, unit: number): Buffer {
  return bytes.subarray(0, bytes.length - (bytes.length % unit));
}

function hasJapaneseEscapes(bytes: Buffer): boolean {
  return isIso2022Jp(bytes.subarray(0, sampleBytes));
}

/** Controls but white space and ESC, and what is not assigned. */
// oxlint-disable-next-line no-control-regex
const noText = /[^\P{C}\t\n\r\f\u001B\p{Cf}]/u;
/** Of NUL bytes in a text that is mostly ASCII. */
const mostlyLatin = 0.3;
/** Of printable ASCII in bytes: a text in other characters has about half, and bytes with a stray NUL nearly all. */
const mostPrintable = 0.7;

/**
 * All NUL bytes are the high halves of characters, and every character is one that text has. Few NUL bytes are line ends
 * in a text of other characters.
 */
function unmarkedUtf16(start: Buffer): DetectedEncoding | undefined {
  const whole = wholeUnits(start, 2);
  if (whole.length < 4) return undefined;
  let [even, odd, printable] = [0, 0, 0];
  for (const [at, byte] of whole.entries()) {
    if (byte >= 0x20 && byte < 0x7f) printable++;
    if (byte !== 0) continue;
    if (at % 2 === 0) even++;
    else odd++;
  }
  if (even > 0 && odd > 0) return undefined;
  const encoding: Utf16 = odd > 0 ? "utf-16le" : "utf-16be";
  const text = decodeUtf16(whole, encoding);
  // Of a longer text, the last character may be cut.
  const certain = start.length < startBytes ? text : text.slice(0, -1);
  if (noText.test(certain)) return undefined;
  if (even + odd >= whole.length * mostlyLatin) return { encoding, isGuess: false };
  const isOther = text.includes("\n") && printable < whole.length * mostPrintable;
  return isOther ? { encoding, isGuess: true } : undefined;
}

/** Two characters. */
const fewestUtf32Bytes = 8;

/** Every four bytes are a character that text has, and most are Latin letters, or some are line ends. */
function unmarkedUtf32(start: Buffer): DetectedEncoding | undefined {
  const whole = wholeUnits(start, 4);
  const encoding: Utf32 = whole[0] === 0 ? "utf-32be" : "utf-32le";
  if (whole.length < fewestUtf32Bytes || countUtf32(whole, encoding).invalid > 0) return undefined;
  const text = decodeUtf32(whole, encoding);
  if (noText.test(text)) return undefined;
  const latin = text.match(/[\n\r\t\u0020-\u00FF]/gu)?.length ?? 0;
  if (latin * 2 >= text.length) return { encoding, isGuess: false };
  return text.includes("\n") ? { encoding, isGuess: true } : undefined;
}

async function guessLegacy(bytes: Buffer): Promise<DetectedEncoding> {
  if (hasJapaneseEscapes(bytes)) return { encoding: "iso-2022-jp", isGuess: true };
  const sample = foreignLines(bytes);
  const { characters, invalid } = countUtf8(sample);
  const guess = characters > 4 * invalid ? "utf-8" : await likeliest(sample);
  return { encoding: guess ?? (characters >= invalid ? "utf-8" : fallback), isGuess: true };
}

async function likeliest(sample: Buffer): Promise<Encoding | undefined> {
  if (sample.filter((byte) => byte >= 0x80).length < fewestBytes) return undefined;
  const { analyse } = await loadChardet();
  const matches = analyse(sample)
    .filter(({ confidence }) => confidence >= sureEnough)
    .flatMap(({ name, confidence }) => {
      const encoding = findEncoding(name);
      return encoding === undefined || encoding.startsWith("utf-") ? [] : [{ encoding, confidence }];
    });
  const best = matches.filter(({ encoding }) => isPossible(sample, encoding));
  const most = best[0]?.confidence;
  const equal = best.filter(({ confidence }) => confidence === most);
  return (equal.find(({ encoding }) => encoding === fallback) ?? equal[0])?.encoding;
}

function isPossible(sample: Buffer, encoding: Encoding): boolean {
  if (!isLegacy(encoding)) return false;
  // The last character of the sample may be cut.
  return decodeLegacy(sample, encoding).slice(0, -3).isWellFormed();
}

/** Lines with bytes beyond ASCII: much code around few words hides what language these are in. */
function foreignLines(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  let length = 0;
  for (let start = 0; start < bytes.length && length < sampleBytes;) {
    const found = bytes.indexOf("\n", start);
    const end = found === -1 ? bytes.length : found + 1;
    const line = bytes.subarray(start, Math.min(end, start + sampleBytes));
    start = end;
    if (!line.some((byte) => byte >= 0x80)) continue;
    lines.push(line);
    length += line.length;
  }
  return Buffer.concat(lines);
}
