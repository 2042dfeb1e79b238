/** The hash in hexadecimal. Loaded with its first use: importing the agent stays cheap. */
export function sha256(content: string | Uint8Array): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(content).digest("hex");
}
