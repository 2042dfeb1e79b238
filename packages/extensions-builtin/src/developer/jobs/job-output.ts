import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { stripTerminalCodes } from "@skein/extension-kit";
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
  const cut = first > options.from && first > dropped ? afterFirstLine(bytes) : 0;
  const shown = bytes.subarray(cut);
  const open = shown.length - (shown.lastIndexOf(0x0a) + 1);
  const { text, ...note } = await outputText(shown);
  return {
    text: stripTerminalCodes(text),
    ...note,
    leftOut: first + cut - options.from,
    next: next - (isWhole || open > longestOpenLine ? 0 : open),
    size,
    dropped,
  };
}

function afterFirstLine(bytes: Buffer): number {
  const end = bytes.indexOf(0x0a) + 1;
  return end === bytes.length ? 0 : end;
}
