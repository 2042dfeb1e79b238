import { hash as digest } from "node:crypto";

/** SHA-256 in hex, by which content is named everywhere. */
export function hashOf(bytes: Uint8Array | string): string {
  return digest("sha256", bytes, "hex");
}

/** The same in half the bytes, as the store keeps it. */
export function keyOf(hash: string): Uint8Array {
  return Buffer.from(hash, "hex");
}
