import { groupedNumber } from "@skein/protocol";
export interface ClipLimits {
  /** UTF-8 bytes of the text that is kept, besides the line that says what is missing. Default 16,384. */
  readonly maxBytes?: number;
  /** Default 400. */
  readonly maxLines?: number;
}

export interface Clipped {
  readonly text: string;
  readonly clipped: boolean;
  /** Where the omitted part begins. */
  readonly cut?: Cut;
}

/** A position in a text. */
export interface Cut {
  /** From 1. */
  readonly line: number;
  /** UTF-8 bytes of that line before the position. */
  readonly skipBytes: number;
}

/** About four thousand tokens: enough for the head of most files and the end of most builds. */
export const defaultClipLimits = { maxBytes: 16_384, maxLines: 400 } as const;

/**
 * Keeps head and tail of a text, half of the limits each, with a line in between that says how much is missing. Cuts
 * at line ends where possible, and never inside a character.
 */
export function clip(text: string, limits: ClipLimits = {}): Clipped {
  const { maxBytes, maxLines } = { ...defaultClipLimits, ...limits };
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes && linesIn(text) <= maxLines) return { text, clipped: false };
  const head = headOf(text, Math.ceil(maxBytes / 2), Math.ceil(maxLines / 2));
  const tail = tailOf(text.slice(head.length), Math.floor(maxBytes / 2), Math.floor(maxLines / 2));
  const missing = text.slice(head.length, text.length - tail.length);
  const newLines = linesIn(missing);
  const lines = newLines > 1 ? `${groupedNumber(newLines)} lines, ` : "";
  return {
    text: joined(head, `${lines}${groupedNumber(Buffer.byteLength(missing))} bytes`, tail),
    clipped: true,
    cut: endOf(head),
  };
}

export function endOf(head: string): Cut {
  const lineStart = head.lastIndexOf("\n") + 1;
  return {
    line: linesIn(head.slice(0, lineStart)) + 1,
    skipBytes: Buffer.byteLength(head.slice(lineStart)),
  };
}

/** @param missing - how much, in words. */
export function joined(head: string, missing: string, tail: string): string {
  const before = head === "" || head.endsWith("\n") ? head : `${head}\n`;
  return `${before}[… ${missing} left out …]\n${tail}`;
}

/**
 * The longest beginning within both limits: whole lines if at least one fits, otherwise whole words, unless that
 * costs a quarter of it. Half a secret could not be recognised and redacted.
 */
export function headOf(text: string, maxBytes: number, maxLines: number): string {
  const cut = firstLines(firstBytes(text, maxBytes), maxLines);
  if (cut.length === text.length) return cut;
  const lineEnd = cut.lastIndexOf("\n") + 1;
  if (lineEnd > 0) return cut.slice(0, lineEnd);
  let end = cut.length;
  if (isOfWord(text[end])) while (end > 0 && isOfWord(text[end - 1])) end--;
  return end < cut.length * 0.75 ? cut : cut.slice(0, end);
}

/** The longest end within both limits, cut like `headOf`. */
export function tailOf(text: string, maxBytes: number, maxLines: number): string {
  const cut = lastLines(lastBytes(text, maxBytes), maxLines);
  if (cut.length === text.length || text[text.length - cut.length - 1] === "\n") return cut;
  const lineStart = cut.indexOf("\n") + 1;
  if (lineStart > 0 && lineStart < cut.length) return cut.slice(lineStart);
  let start = 0;
  if (isOfWord(text[text.length - cut.length - 1])) while (isOfWord(cut[start])) start++;
  return start > cut.length * 0.25 ? cut : cut.slice(start);
}

/** The characters of most secrets. */
function isOfWord(character: string | undefined): boolean {
  return character !== undefined && /[\w+/=.~-]/.test(character);
}

function linesIn(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

function firstLines(text: string, maxLines: number): string {
  let end = 0;
  for (let line = 0; line < maxLines; line++) {
    const next = text.indexOf("\n", end) + 1;
    if (next === 0) return text;
    end = next;
  }
  return text.slice(0, end);
}

function lastLines(text: string, maxLines: number): string {
  let start = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let line = 0; line < maxLines; line++) {
    if (start <= 0) return text;
    start = text.lastIndexOf("\n", start - 1);
    if (start === -1) return text;
  }
  return text.slice(maxLines === 0 ? text.length : start + 1);
}

function firstBytes(text: string, maxBytes: number): string {
  // A character has at least one byte, so a longer piece cannot fit.
  const bytes = Buffer.from(text.slice(0, maxBytes));
  if (bytes.length <= maxBytes) return endWhole(text.slice(0, maxBytes));
  let end = maxBytes;
  while (end > 0 && isInside(bytes[end])) end--;
  return bytes.toString("utf8", 0, end);
}

function lastBytes(text: string, maxBytes: number): string {
  const piece = maxBytes === 0 ? "" : text.slice(-maxBytes);
  const bytes = Buffer.from(piece);
  if (bytes.length <= maxBytes) return startWhole(piece);
  let start = bytes.length - maxBytes;
  while (start < bytes.length && isInside(bytes[start])) start++;
  return bytes.toString("utf8", start);
}

/** A continuation byte of a UTF-8 character. */
function isInside(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** `slice` may split a surrogate pair. */
function endWhole(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

function startWhole(text: string): string {
  return /^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text;
}
