import { hash } from "node:crypto";

/** Bytes in JSON: as text where they are text, so that people can read a bundle. */
export type WrittenBlob = { readonly text: string } | { readonly base64: string };

export function writtenBlob(bytes: Uint8Array): WrittenBlob {
  const text = utf8Of(bytes);
  return text === undefined ? { base64: Buffer.from(bytes).toString("base64") } : { text };
}

export function blobBytes(blob: WrittenBlob): Uint8Array {
  return new Uint8Array("text" in blob ? Buffer.from(blob.text) : Buffer.from(blob.base64, "base64"));
}

/** `undefined` when the bytes are no UTF-8. A byte order mark stays. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** SHA-256, hex: how stores name blobs. */
export function hashOf(bytes: Uint8Array): string {
  return hash("sha256", bytes);
}
