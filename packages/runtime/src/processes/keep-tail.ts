import { stripTerminalCodes } from "@skein/extension-kit";

/** The end of an output, safe to display. */
export interface KeptTail {
  readonly add: (chunk: Buffer) => void;
  readonly text: () => string;
  /** Whether the beginning is missing. */
  readonly isCut: () => boolean;
}

/** @param mostBytes - how much of the end is kept. */
export function keepTail(mostBytes: number): KeptTail {
  let kept = Buffer.alloc(0);
  let isCut = false;
  return {
    add(chunk) {
      isCut ||= kept.length + chunk.length > mostBytes;
      kept = Buffer.concat([kept, chunk.subarray(-mostBytes)]).subarray(-mostBytes);
    },
    text() {
      const text = kept.toString("utf8");
      // The first line is usually cut.
      return stripTerminalCodes(isCut ? text.slice(text.indexOf("\n") + 1) : text).trimEnd();
    },
    isCut: () => isCut,
  };
}
