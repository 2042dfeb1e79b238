import { decodeUtf8 } from "@skein/platform/text";
import { shownLine } from "../edits/shown-line.ts";
import { lineStart, type ByteSource } from "./line-start.ts";

const chunkBytes = 262_144;
/** For the note about a clipped line. */
const noteBytes = 64;

export interface LineLimits {
  /** First line to read, from 1; a negative one counts from the end. */
  readonly from: number;
  readonly lines: number;
  /** Bytes to skip at the beginning of the first line. */
  readonly skipBytes: number;
  /** Maximum bytes of text; the first line is returned in any case, clipped to `lineBytes`. */
  readonly maxBytes: number;
  /** Maximum bytes per line. */
  readonly lineBytes: number;
  /** Maximum bytes to read while looking for the first line, and again for the text. */
  readonly scanBytes: number;
  /** Maximum bytes of the file to read to count its lines, and of a line to find its end. */
  readonly countBytes: number;
}

export interface ReadLine {
  readonly text: string;
  /** Of the whole line. */
  readonly bytes: number;
  /** Its bytes up to the end of `text`. */
  readonly until: number;
}

export interface ReadLines {
  /** Without their line ends. */
  readonly lines: readonly ReadLine[];
  /** Number of the first line; negative, counted from the end, when the file is too large to count from its start. */
  readonly from: number;
  /** Lines of the file, as far as it was read. */
  readonly total: number;
  /** Whether the file was read to its end. */
  readonly complete: boolean;
}

/** Reads a part of a text file, however large the file and its lines are. */
export async function readLines(
  file: ByteSource,
  limits: LineLimits,
  signal: AbortSignal,
): Promise<ReadLines> {
  const start = await lineStart(file, limits, signal);
  if (!start.found) return { lines: [], from: limits.from, total: start.line - 1, complete: start.isEnd };
  const chunk = Buffer.alloc(chunkBytes);
  const lines: ReadLine[] = [];
  let line = openLine(limits.skipBytes);
  let [position, collected, number, full] = [start.position, 0, start.line, false];

  const add = (piece: Buffer) => {
    const skipped = Math.max(0, line.skip - line.bytes);
    line.bytes += piece.length;
    if (full || skipped >= piece.length || line.keptBytes >= limits.lineBytes) return;
    const kept = Buffer.from(piece.subarray(skipped, skipped + limits.lineBytes - line.keptBytes));
    line.kept.push(kept);
    line.keptBytes += kept.length;
  };
  const end = () => {
    if (!full) {
      const isStart = lines.length === 0 && start.position === 0;
      const read = isStart ? withoutMark(readLine(line)) : readLine(line);
      collected += Buffer.byteLength(`${number}\t${read.text}\n`) + (read.until < read.bytes ? noteBytes : 0);
      if (collected <= limits.maxBytes || lines.length === 0) lines.push(read);
      full = collected > limits.maxBytes || lines.length === limits.lines;
    }
    line = openLine(0);
    number++;
  };

  let complete = false;
  for (;;) {
    signal.throwIfAborted();
    const isCut = line.keptBytes >= limits.lineBytes;
    const most = full ? limits.countBytes : start.position + (isCut ? limits.countBytes : limits.scanBytes);
    if (position >= most) break;
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    complete = bytesRead === 0;
    if (complete) break;
    position += bytesRead;
    const read = chunk.subarray(0, bytesRead);
    let from = 0;
    for (let at = read.indexOf(10); at !== -1; at = read.indexOf(10, from)) {
      add(read.subarray(from, at));
      end();
      from = at + 1;
    }
    add(read.subarray(from));
  }
  if (line.bytes > 0) end();
  return { lines, from: start.line, total: number - 1, complete };
}

/** A line that is being read. */
interface OpenLine {
  readonly kept: Buffer[];
  keptBytes: number;
  /** So far. */
  bytes: number;
  readonly skip: number;
}

function openLine(skip: number): OpenLine {
  return { kept: [], keptBytes: 0, bytes: 0, skip };
}

function readLine({ kept, keptBytes, bytes, skip }: OpenLine): ReadLine {
  const cut = { start: skip > 0, end: skip + keptBytes < bytes };
  const whole = wholeCharacters(Buffer.concat(kept), cut);
  const until = Math.min(bytes, skip + whole.end);
  return { text: shownLine(decodeUtf8(whole.bytes)), bytes, until };
}

/** A byte order mark is no text. */
function withoutMark(line: ReadLine): ReadLine {
  return { ...line, text: line.text.replace(/^\uFEFF/, "") };
}

/** Drops what is left of a character cut at the start or the end. */
function wholeCharacters(
  bytes: Buffer,
  cut: { readonly start: boolean; readonly end: boolean },
): { readonly bytes: Buffer; readonly end: number } {
  const isInside = (at: number) => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let [start, end] = [0, bytes.length];
  while (cut.start && start < 3 && isInside(start)) start++;
  if (cut.end) {
    let last = end - 1;
    while (last > start && last > end - 4 && isInside(last)) last--;
    const first = bytes[last] ?? 0;
    const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    if (last > start && last + length > end) end = last;
  }
  return { bytes: bytes.subarray(start, end), end };
}
