import type { Keyring } from "../src/index.ts";

/** A keyring in this process. `failing` makes every answer an error, as a locked one does. */
export function memoryKeyring(): Keyring & { readonly kept: Map<string, string>; failing: boolean } {
  const kept = new Map<string, string>();
  const keyring = {
    kept,
    failing: false,
    async get(name: string) {
      refuse();
      return kept.get(name);
    },
    async set(name: string, value: string) {
      refuse();
      kept.set(name, value);
    },
    async remove(name: string) {
      refuse();
      return kept.delete(name);
    },
  };
  const refuse = (): void => {
    if (keyring.failing) throw new Error("The keyring is locked");
  };
  return keyring;
}
