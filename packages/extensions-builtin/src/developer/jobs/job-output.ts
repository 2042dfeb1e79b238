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

/** A line that is not complete is read again with the next one, unless it has this length. */
const longestOpenLine = 4096;

/** Reads what a job has printed, from a position on; of more than `maxBytes` the newest. */
export function readJobOutput(
  path: string,
  options: { readonly from: number; readonly maxBytes: number; readonly isWhole: boolean },
): JobOutput {
  const { from, maxBytes, isWhole } = options;
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return { text: "", leftOut: 0, next: 0, size: 0 };
  }
  try {
    const { size } = fstatSync(file);
    const wanted = Math.max(from, size - maxBytes);
    const bytes = Buffer.alloc(Math.max(0, size - wanted));
    const read = bytes.subarray(0, readSync(file, bytes, 0, bytes.length, wanted));
    const cut = wanted > from ? afterFirstLine(read) : 0;
    const shown = read.subarray(cut);
    const open = shown.length - (shown.lastIndexOf(0x0a) + 1);
    return {
      text: stripTerminalCodes(new TextDecoder().decode(shown)),
      leftOut: wanted + cut - from,
      next: wanted + read.length - (isWhole || open > longestOpenLine ? 0 : open),
      size,
    };
  } finally {
    closeSync(file);
  }
}

function afterFirstLine(bytes: Buffer): number {
  const end = bytes.indexOf(0x0a) + 1;
  return end === bytes.length ? 0 : end;
}
