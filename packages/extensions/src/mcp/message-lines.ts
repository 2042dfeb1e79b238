import { StringDecoder } from "node:string_decoder";

/**
 * Cuts a stream of bytes into lines.
 *
 * @param options.onLine - called with each line, without its end.
 * @param options.onTooLong - called once when a line has more than `maxBytes`; nothing is read after that.
 */
export function messageLines(options: {
  readonly maxBytes: number;
  readonly onLine: (line: string) => void;
  readonly onTooLong: () => void;
}): (chunk: Buffer) => void {
  const { maxBytes, onLine, onTooLong } = options;
  // Decoded as it comes: the bytes of a long line are not kept beside its text.
  const decoder = new StringDecoder("utf8");
  let line = "";
  let bytes = 0;
  return (chunk) => {
    let from = 0;
    while (bytes <= maxBytes) {
      const end = chunk.indexOf(0x0a, from);
      const piece = chunk.subarray(from, end === -1 ? chunk.length : end);
      bytes += piece.length;
      if (bytes > maxBytes) {
        line = "";
        onTooLong();
        return;
      }
      line += decoder.write(piece);
      if (end === -1) return;
      const whole = line + decoder.end();
      [line, bytes, from] = ["", 0, end + 1];
      onLine(whole);
    }
  };
}
