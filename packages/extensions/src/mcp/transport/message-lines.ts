import { StringDecoder } from "node:string_decoder";
import { messageGauge } from "./message-gauge.ts";

/**
 * Splits a stream of bytes into lines.
 *
 * @param options.onLine - called with each line, without its end.
 * @param options.onTooMuch - called once when a line is too large to be parsed, with the end of a sentence that
 *   says how; nothing is read after that.
 */
export function messageLines(options: {
  readonly maxBytes: number;
  readonly onLine: (line: string) => void;
  readonly onTooMuch: (what: string) => void;
}): (chunk: Buffer) => void {
  const { maxBytes, onLine, onTooMuch } = options;
  // Decoded as it arrives: the bytes of a long line are not kept in addition to its text.
  const decoder = new StringDecoder("utf8");
  const gauge = messageGauge(maxBytes);
  let line = "";
  let isOver = false;
  return (chunk) => {
    let from = 0;
    while (!isOver) {
      const end = chunk.indexOf(0x0a, from);
      const piece = chunk.subarray(from, end === -1 ? chunk.length : end);
      const tooMuch = gauge.add(piece);
      if (tooMuch !== undefined) {
        [line, isOver] = ["", true];
        onTooMuch(tooMuch);
        return;
      }
      line += decoder.write(piece);
      if (end === -1) return;
      const whole = line + decoder.end();
      gauge.reset();
      [line, from] = ["", end + 1];
      onLine(whole);
    }
  };
}
