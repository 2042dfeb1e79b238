import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { stripTerminalCodes } from "@skein/extension-kit";

export interface JobOutput {
  readonly text: string;
  /** Bytes between `from` and the text that were left out. */
  readonly leftOut: number;
  /** Where the next read goes on: at the beginning of a line, since half a secret could not be recognised. */
  readonly next: number;
  /** Bytes of the output until now. */
  readonly size: number;
}

export interface RawOutput {
  readonly bytes: Buffer;
  /** Where they begin in the output, and end. */
  readonly first: number;
  readonly next: number;
  /** Bytes of the output until now. */
  readonly size: number;
}

interface ReadOptions {
  readonly from: number;
  readonly maxBytes: number;
}

/** A line that is not complete is read again with the next one, unless it has this length. */
const longestOpenLine = 4096;

/** Reads what a job has printed, from a position on; of more than `maxBytes` the newest. */
export function readRawOutput(path: string, { from, maxBytes }: ReadOptions): RawOutput {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return { bytes: Buffer.alloc(0), first: 0, next: 0, size: 0 };
  }
  try {
    const { size } = fstatSync(file);
    const first = Math.max(from, size - maxBytes);
    const bytes = Buffer.alloc(Math.max(0, size - first));
    const read = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, first));
    return { bytes: read, first, next: first + read.length, size };
  } finally {
    closeSync(file);
  }
}

/** The same as text, of whole lines. */
export function readJobOutput(
  path: string,
  { isWhole, ...options }: ReadOptions & { readonly isWhole: boolean },
): JobOutput {
  const { bytes, first, next, size } = readRawOutput(path, options);
  const cut = first > options.from ? afterFirstLine(bytes) : 0;
  const shown = bytes.subarray(cut);
  const open = shown.length - (shown.lastIndexOf(0x0a) + 1);
  return {
    text: stripTerminalCodes(new TextDecoder().decode(shown)),
    leftOut: first + cut - options.from,
    next: next - (isWhole || open > longestOpenLine ? 0 : open),
    size,
  };
}

function afterFirstLine(bytes: Buffer): number {
  const end = bytes.indexOf(0x0a) + 1;
  return end === bytes.length ? 0 : end;
}
