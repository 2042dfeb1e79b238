export type Utf16 = "utf-16le" | "utf-16be";

/** @param bytes - an even number of bytes. */
export function decodeUtf16(bytes: Buffer, encoding: Utf16): string {
  return (encoding === "utf-16le" ? bytes : Buffer.from(bytes).swap16()).toString("utf16le");
}

export function encodeUtf16(text: string, encoding: Utf16): Buffer {
  const bytes = Buffer.from(text, "utf16le");
  return encoding === "utf-16le" ? bytes : bytes.swap16();
}
