import type { SecretLocation as KeptPlace } from "@skein/settings";

/** Where a secret was stored, in a sentence. */
export function keptWords(name: string, place: KeptPlace): string {
  return place.kind === "keyring"
    ? `${name} is in the system's keyring.`
    : `${name} is in a file that only you can read, because no keyring can be used: ${place.path}`;
}
