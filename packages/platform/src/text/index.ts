export { encodings, findEncoding, unitBytes, type Encoding } from "./encodings.ts";
export { detectEncoding, detectUnicode, type DetectedEncoding } from "./detect-encoding.ts";
export { decodeAs, decodeText, encodeText, type DecodedText } from "./decode-text.ts";
export { fitsEncoding } from "./fits-encoding.ts";
export { describeGuess, readText, type ReadText } from "./read-text.ts";
export { replaceRanges } from "./replace-ranges.ts";
export type { Replacement } from "./replacement.ts";
export { decodeUtf8 } from "./utf-8.ts";
