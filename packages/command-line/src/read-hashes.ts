import { ConfigError } from "@skein/protocol";

/** Hashes, as typed. Throws `ConfigError` for what is no hash. @param hint - where the right one is found. */
export function readHashes(flag: string, hashes: readonly string[] = [], hint: string): readonly string[] {
  return hashes.map((text) => {
    const hash = text.trim().toLowerCase();
    if (/^[0-9a-f]{64}$/.test(hash)) return hash;
    throw new ConfigError("usage", `--${flag} cannot be ${JSON.stringify(text)}.`, { hint });
  });
}
