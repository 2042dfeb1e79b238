/** SHA-256, hex. Loads the crypto module on first use, which takes milliseconds. */
export function hashOf(bytes: Uint8Array): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", bytes);
}
