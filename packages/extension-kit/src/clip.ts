// Clipping of texts for models. The start of an output names its subject, and
// its end the result, so the middle is dropped. A cut never splits a character,
// and avoids splitting words: half of a secret would not be recognized and
// redacted.
import { groupedNumber } from "@skein/protocol";
/**
 * Limits of a clipped text.
 *
 * Both limits apply; the tighter one decides.
 */
export interface ClipLimits {
  /**
   * UTF-8 bytes of the remaining text, without the line that says what is
   * missing. Default: 16,384.
   */
  readonly maxBytes?: number;
  /** Lines of the remaining text. Default: 400. */
  readonly maxLines?: number;
}

/**
 * Result of clipping.
 *
 * @example
 * ```ts
 * const { text, cut } = clip("line\n".repeat(1000));
 * console.log(text.length, cut?.line); // the missing part starts at this line
 * ```
 */
export interface Clipped {
  /** Text, with a line in place of the missing part. */
  readonly text: string;
  /** True if a part is missing. */
  readonly clipped: boolean;
  /** Start of the missing part. Absent: nothing is missing. */
  readonly cut?: Cut;
}

/**
 * Position in a text.
 *
 * Passed to the `read` tool as `from` and `skip_bytes`, it continues exactly
 * where the excerpt ends.
 */
export interface Cut {
  /** Line, from 1. */
  readonly line: number;
  /** UTF-8 bytes of that line before the position. */
  readonly skipBytes: number;
}

/**
 * Default limits: about four thousand tokens, enough for the start of most
 * files and the end of most builds.
 */
export const defaultClipLimits = { maxBytes: 16_384, maxLines: 400 } as const;

/**
 * Shortens a text to its start and end, half of the limits each, with a line in
 * between that says how much is missing. Cuts at line ends where possible, and
 * never inside a character.
 *
 * @param limits - limits of the result. Default: `defaultClipLimits`.
 * @returns the text unchanged if it is within both limits.
 *
 * @example
 * ```ts
 * clip("a\nb\nc\nd\n", { maxLines: 2 }).text; // "a\n[… 2 lines, 4 bytes left out …]\nd\n"
 * ```
 */
export function clip(text: string, limits: ClipLimits = {}): Clipped {
  const { maxBytes, maxLines } = { ...defaultClipLimits, ...limits };
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes && linesIn(text) <= maxLines) return { text, clipped: false };
  // The end is cut from what remains, so that the two never overlap.
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

/** Computes the position after the start of a text. */
export function endOf(head: string): Cut {
  const lineStart = head.lastIndexOf("\n") + 1;
  return {
    line: linesIn(head.slice(0, lineStart)) + 1,
    skipBytes: Buffer.byteLength(head.slice(lineStart)),
  };
}

/**
 * Joins start and end with the line about the missing part.
 *
 * The line is in brackets and with dots, so that no model takes it for a part
 * of the output.
 *
 * @param missing - amount in words.
 */
export function joined(head: string, missing: string, tail: string): string {
  const before = head === "" || head.endsWith("\n") ? head : `${head}\n`;
  return `${before}[… ${missing} left out …]\n${tail}`;
}

/**
 * Returns the longest start within both limits: whole lines if at least one
 * fits, otherwise whole words, unless that costs a quarter of it.
 */
export function headOf(text: string, maxBytes: number, maxLines: number): string {
  // Bytes first: a text of gigabytes is cut before its lines are counted.
  const cut = firstLines(firstBytes(text, maxBytes), maxLines);
  if (cut.length === text.length) return cut;
  // Whole lines: half a line of a table or of a log misleads.
  const lineEnd = cut.lastIndexOf("\n") + 1;
  if (lineEnd > 0) return cut.slice(0, lineEnd);
  // No line end is within the limit: one long line, such as minified code.
  let end = cut.length;
  // Goes back to the start of a word that was cut.
  if (isOfWord(text[end])) while (end > 0 && isOfWord(text[end - 1])) end--;
  return end < cut.length * 0.75 ? cut : cut.slice(0, end);
}

/**
 * Returns the longest end within both limits, cut like `headOf`.
 *
 * @param maxLines - 0: nothing.
 */
export function tailOf(text: string, maxBytes: number, maxLines: number): string {
  const cut = lastLines(lastBytes(text, maxBytes), maxLines);
  if (cut.length === text.length || text[text.length - cut.length - 1] === "\n") return cut;
  // The first line is usually incomplete, so it is dropped if another one
  // follows.
  const lineStart = cut.indexOf("\n") + 1;
  if (lineStart > 0 && lineStart < cut.length) return cut.slice(lineStart);
  let start = 0;
  if (isOfWord(text[text.length - cut.length - 1])) while (isOfWord(cut[start])) start++;
  return start > cut.length * 0.25 ? cut : cut.slice(start);
}

/** Returns true for the characters of most secrets. */
function isOfWord(character: string | undefined): boolean {
  return character !== undefined && /[\w+/=.~-]/.test(character);
}

/** Counts lines. A last line without a line feed counts. */
function linesIn(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

/** Returns the first lines of a text. */
function firstLines(text: string, maxLines: number): string {
  let end = 0;
  for (let line = 0; line < maxLines; line++) {
    const next = text.indexOf("\n", end) + 1;
    if (next === 0) return text;
    end = next;
  }
  return text.slice(0, end);
}

/** Returns the last lines of a text. */
function lastLines(text: string, maxLines: number): string {
  let start = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let line = 0; line < maxLines; line++) {
    if (start <= 0) return text;
    start = text.lastIndexOf("\n", start - 1);
    if (start === -1) return text;
  }
  return text.slice(maxLines === 0 ? text.length : start + 1);
}

/** Returns the longest start of a text within a number of bytes. */
function firstBytes(text: string, maxBytes: number): string {
  // A character has at least one byte, so a longer piece cannot fit.
  const bytes = Buffer.from(text.slice(0, maxBytes));
  if (bytes.length <= maxBytes) return endWhole(text.slice(0, maxBytes));
  let end = maxBytes;
  while (end > 0 && isContinuation(bytes[end])) end--;
  return bytes.toString("utf8", 0, end);
}

/** Returns the longest end of a text within a number of bytes. */
function lastBytes(text: string, maxBytes: number): string {
  const piece = maxBytes === 0 ? "" : text.slice(-maxBytes);
  const bytes = Buffer.from(piece);
  if (bytes.length <= maxBytes) return startWhole(piece);
  let start = bytes.length - maxBytes;
  while (start < bytes.length && isContinuation(bytes[start])) start++;
  return bytes.toString("utf8", start);
}

/** Returns true for a continuation byte of a UTF-8 character. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Drops half of a surrogate pair at the end, which `slice` can leave. */
function endWhole(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

/** Drops half of a surrogate pair at the start. */
function startWhole(text: string): string {
  return /^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text;
}
