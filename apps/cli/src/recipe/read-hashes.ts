import { readHashes as hashesOf } from "@skein/command-line";

const hint = "Give the 64 characters that `skein recipe explain RECIPE` shows as SHA-256.";

/** `--trust-hash`, as typed. Throws `ConfigError`. */
export const readHashes = (hashes?: readonly string[]) => hashesOf("trust-hash", hashes, hint);
