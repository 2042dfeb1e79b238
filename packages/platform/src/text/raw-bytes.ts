// A byte that has no meaning in an encoding is one lone surrogate in the decoded text, U+DC00 plus the byte, so that the
// text can be encoded to the same bytes again. No decoder yields lone surrogates but that of UTF-16, where a lone
// surrogate stands for itself.

export function rawByte(byte: number): string {
  return String.fromCharCode(0xdc00 + byte);
}

/** @returns the byte of a code unit made by `rawByte`, or `undefined`. */
export function byteOfRaw(unit: number): number | undefined {
  return unit >= 0xdc00 && unit <= 0xdcff ? unit - 0xdc00 : undefined;
}
