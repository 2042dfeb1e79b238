import type { KnownSecret } from "@skein/redaction";

/** Keys that were taken out of a keyring or a file, for whoever keeps secrets out of what is written and sent. */
export interface UsedSecrets {
  add(secret: KnownSecret): void;
  all(): readonly KnownSecret[];
}

export function usedSecrets(): UsedSecrets {
  const known = new Map<string, KnownSecret>();
  return {
    add: (secret) => void known.set(`${secret.name}=${secret.value}`, secret),
    all: () => [...known.values()],
  };
}
