import { stripTerminalCodes } from "@skein/protocol";
import { loadDeveloper } from "../later.ts";

/** The end of an output, safe to display. */
export interface KeptTail {
  readonly add: (chunk: Buffer) => void;
  /** In any encoding that the file tools read. A line at its end names one that is a guess. */
  readonly text: () => Promise<string>;
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
    async text() {
      const { outputText } = await loadDeveloper();
      // The first line is usually cut.
      const { text, note } = await outputText(isCut ? kept.subarray(kept.indexOf("\n") + 1) : kept);
      const shown = stripTerminalCodes(text).trimEnd();
      return note === undefined ? shown : `${shown}\n${note}`;
    },
    isCut: () => isCut,
  };
}
