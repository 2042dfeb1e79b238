import { hash as digest } from "node:crypto";

/** SHA-256 in hex; identifies content everywhere. */
export function hashOf(bytes: Uint8Array | string): string {
  return digest("sha256", bytes, "hex");
}

/** The same as bytes, as stored. */
export function keyOf(hash: string): Uint8Array {
  return Buffer.from(hash, "hex");
}
