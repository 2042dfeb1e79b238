import { groupedNumber } from "@skein/protocol";
import { limits } from "../limits.ts";

export interface MessageGauge {
  /** @returns which limit the message exceeds, as the end of a sentence; `undefined` if none. */
  add(bytes: Uint8Array): string | undefined;
  /** The next bytes belong to another message. */
  reset(): void;
}

/**
 * Measures JSON while it arrives, so that what is too large is never parsed: a few megabytes of braces become
 * hundreds of megabytes of objects, and deep nesting breaks recursive code.
 *
 * @param maxBytes - of one message.
 */
export function messageGauge(maxBytes: number): MessageGauge {
  let [bytes, values, depth] = [0, 0, 0];
  let [inString, isEscaped] = [false, false];

  function look(byte: number): void {
    if (inString) {
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = true;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === comma) values++;
    else if (byte === brace || byte === bracket) {
      values++;
      depth++;
    } else if (byte === endOfBrace || byte === endOfBracket) depth--;
  }

  return {
    add(more) {
      bytes += more.length;
      if (bytes > maxBytes) return `more than ${groupedNumber(maxBytes)} bytes`;
      for (let at = 0; at < more.length; at++) {
        look(more[at] ?? 0);
        if (depth > limits.messageDepth) return `values nested more than ${limits.messageDepth} deep`;
      }
      if (values > limits.messageValues) return `more than ${groupedNumber(limits.messageValues)} values`;
      return undefined;
    },
    reset() {
      [bytes, values, depth] = [0, 0, 0];
      [inString, isEscaped] = [false, false];
    },
  };
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [brace, endOfBrace, bracket, endOfBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
