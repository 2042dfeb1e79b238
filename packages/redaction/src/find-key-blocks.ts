import type { OnFound } from "./tokens-in-run.ts";

const opening = "-----BEGIN ";
const dashes = "-----";
const ending = "-----END";
const header = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y;
const longestHeader = 90;
/** A key of 16,384 bits has 13,000 characters. */
const longestBody = 32_768;

/**
 * Finds private keys in PEM: from `-----BEGIN … PRIVATE KEY-----` to `-----END`, over several lines or with escaped
 * line feeds.
 *
 * @param isWhole - false when more text is to come; a block that is still open at the end is then left for later.
 * @returns where to continue when there is more text.
 */
export function findKeyBlocks(text: string, from: number, isWhole: boolean, found: OnFound): number {
  let at = from;
  for (;;) {
    const start = text.indexOf(opening, at);
    if (start === -1) return isWhole ? text.length : Math.max(at, openingAtEnd(text, opening));
    header.lastIndex = start;
    const headerText = header.exec(text)?.[0];
    if (headerText === undefined) {
      if (!isWhole && text.length - start < longestHeader) return start;
      at = start + opening.length;
      continue;
    }
    const body = start + headerText.length;
    const close = text.indexOf(dashes, body);
    const isOpen = close === -1 || text.length - close < ending.length;
    if (isOpen && !isWhole && text.length - body < longestBody + ending.length) return start;
    at = close === -1 ? body : close;
    const length = close - body;
    if (length > longestBody || !text.startsWith(ending, close)) continue;
    const value = text.slice(body, close);
    if (length >= 64 && new Set(value).size >= 16) found({ name: "PRIVATE_KEY", value });
  }
}

/** Where the end of a text may be the beginning of `sign`; otherwise the length of the text. */
export function openingAtEnd(text: string, sign: string): number {
  for (let length = sign.length - 1; length > 0; length--) {
    if (text.endsWith(sign.slice(0, length))) return text.length - length;
  }
  return text.length;
}
