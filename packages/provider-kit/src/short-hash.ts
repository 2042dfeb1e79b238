/**
 * Hashes a text: FNV-1a of its UTF-8, 32 bits, as eight hexadecimal digits. For
 * distinct names, not for security.
 *
 * Source: draft-eastlake-fnv.
 */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
