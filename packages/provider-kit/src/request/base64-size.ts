/**
 * Returns the number of bytes that a base64 text stands for, in bytes. Up to two
 * bytes too many if the text has padding: enough to compare with a vendor's
 * limit.
 */
export function base64Size(base64: string): number {
  return Math.floor((base64.length * 3) / 4);
}
