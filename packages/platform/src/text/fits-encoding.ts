import { isAscii, isUtf8 } from "node:buffer";
import { decodeAs } from "./decode-text.ts";
import { detectUnicode } from "./detect-encoding.ts";
import { unitBytes, type Encoding } from "./encodings.ts";

/** Returns true if each byte means something in an encoding, and the bytes are not certainly text in another one. */
export function fitsEncoding(bytes: Buffer, encoding: Encoding): boolean {
  if (isAscii(bytes) && !bytes.includes(0)) return unitBytes(encoding) === 1;
  const detected = detectUnicode(bytes);
  const isOther = detected?.isGuess === false && detected.encoding !== encoding;
  // Bytes with a NUL count as UTF-8 too, whatever they are.
  if (isOther && (detected.encoding !== "utf-8" || isUtf8(bytes))) return false;
  const { text, rest } = decodeAs(bytes, { encoding, isGuess: false });
  return rest.length === 0 && text.isWellFormed();
}
