import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { stripTerminalCodes } from "@skein/protocol";
import { detectUnicode, unitBytes, type DetectedEncoding } from "@skein/platform/text";
import { outputText, type OutputText } from "../shell/output-text.ts";
import { outputFile, readState } from "../shell/state.ts";

export interface JobOutput extends Pick<OutputText, "note"> {
  readonly text: string;
  /** Bytes between `from` and the text that were left out. */
  readonly leftOut: number;
  /** Where the next read goes on: at the beginning of a line, since half a secret could not be recognised. */
  readonly next: number;
  /** Bytes of the output until now. */
  readonly size: number;
  /** The oldest of them, which are not kept. */
  readonly dropped: number;
}

export interface RawOutput extends Pick<JobOutput, "size" | "dropped"> {
  readonly bytes: Buffer;
  /** Where they begin in the output, and end. */
  readonly first: number;
  readonly next: number;
}

interface ReadOptions {
  readonly from: number;
  readonly maxBytes: number;
}

/** A line that is not complete is read again with the next one, unless it has this length. */
const longestOpenLine = 4096;
/** Enough to tell UTF-16 and UTF-32. */
const headBytes = 512;
const lineFeed = 0x0a;

const nothing: RawOutput = { bytes: Buffer.alloc(0), first: 0, next: 0, size: 0, dropped: 0 };

/** Reads what a job has printed, from a position on; of more than `maxBytes` the newest. @param folder - of the job. */
export function readRawOutput(folder: string, { from, maxBytes }: ReadOptions): RawOutput {
  let file: number;
  try {
    file = openSync(join(folder, outputFile), "r");
  } catch {
    return nothing;
  }
  try {
    const { dropped, heading } = readState(folder).hasDropped ? readHeading(file) : noHeading;
    /** Of a position in the output, that in the file. */
    const placeOf = (position: number) => position - dropped + heading;
    const size = fstatSync(file).size - heading + dropped;
    const first = Math.max(from, size - maxBytes, dropped);
    const bytes = Buffer.alloc(Math.max(0, size - first));
    const read = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, placeOf(first)));
    return { bytes: read, first, next: first + read.length, size, dropped };
  } finally {
    closeSync(file);
  }
}

const noHeading = { dropped: 0, heading: 0 };

/** The first line of a file that older output was dropped from. */
function readHeading(file: number): typeof noHeading {
  const start = Buffer.alloc(96);
  const text = start.toString("latin1", 0, readSync(file, start, 0, start.length, 0));
  const found = /^\[\.\.\. (\d+) bytes of earlier output were dropped \.\.\.\]\n/.exec(text);
  return found ? { dropped: Number(found[1]), heading: found[0].length } : noHeading;
}

/** The same as text, of whole lines. */
export async function readJobOutput(
  folder: string,
  { isWhole, ...options }: ReadOptions & { readonly isWhole: boolean },
): Promise<JobOutput> {
  const { bytes, first, next, size, dropped } = readRawOutput(folder, options);
  const wide = wideEncoding(folder);
  const unit = wide ? unitBytes(wide.encoding) : 1;
  // A position that the model gives may be within a character of UTF-16 or UTF-32.
  const split = -first & (unit - 1);
  const isCut = first > options.from && first > dropped;
  const cut = split + (isCut ? afterFirstLine(bytes.subarray(split), wide) : 0);
  const shown = bytes.subarray(cut);
  const open = shown.length - lastLineEnd(shown, wide);
  const { text, ...note } = await outputText(shown, wide);
  return {
    text: stripTerminalCodes(text),
    ...note,
    leftOut: first + cut - options.from,
    next: next - (isWhole ? 0 : open > longestOpenLine ? open & (unit - 1) : open),
    size,
    dropped,
  };
}

/** The encoding of output in UTF-16 or UTF-32, by its beginning: a later part need not begin with a whole character. */
function wideEncoding(folder: string): DetectedEncoding | undefined {
  let file: number;
  try {
    file = openSync(join(folder, outputFile), "r");
  } catch {
    return undefined;
  }
  try {
    const head = Buffer.alloc(headBytes);
    const detected = detectUnicode(head.subarray(0, readSync(file, head, 0, head.length, 0)));
    return detected && unitBytes(detected.encoding) > 1 ? detected : undefined;
  } finally {
    closeSync(file);
  }
}

function afterFirstLine(bytes: Buffer, wide: DetectedEncoding | undefined): number {
  const end = lineEnds(bytes, wide).next().value ?? 0;
  return end === bytes.length ? 0 : end;
}

function lastLineEnd(bytes: Buffer, wide: DetectedEncoding | undefined): number {
  if (!wide) return bytes.lastIndexOf(lineFeed) + 1;
  return [...lineEnds(bytes, wide)].at(-1) ?? 0;
}

/** Positions behind line feeds. */
function* lineEnds(bytes: Buffer, wide: DetectedEncoding | undefined): Generator<number, undefined> {
  const unit = wide ? unitBytes(wide.encoding) : 1;
  const start = wide?.encoding.endsWith("be") ? 1 - unit : 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    const from = at + start;
    const isFeed = from >= 0 && from % unit === 0 && from + unit <= bytes.length;
    const others = bytes.subarray(from, from + unit).filter((byte) => byte !== 0);
    if (isFeed && others.length === 1) yield from + unit;
  }
  return undefined;
}
