import { ConfigError } from "@skein/protocol";

/** `--trust-hash`, as typed. Throws `ConfigError` for what is no hash. */
export function readHashes(hashes: readonly string[] = []): readonly string[] {
  return hashes.map((text) => {
    const hash = text.trim().toLowerCase();
    if (/^[0-9a-f]{64}$/.test(hash)) return hash;
    throw new ConfigError("usage", `--trust-hash cannot be ${JSON.stringify(text)}.`, {
      hint: "Give the 64 characters that `skein recipe explain RECIPE` shows as SHA-256.",
    });
  });
}
