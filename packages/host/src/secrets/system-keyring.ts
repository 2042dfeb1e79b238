import type { Keyring } from "@skein/settings";
import { loadKeyring } from "../later.ts";

const service = "skein";

/**
 * The keyring of the system: Keychain, Credential Manager, or a Secret Service (GNOME Keyring, KWallet, KeePassXC).
 * Rejects where the module is not installed or there is no such service.
 */
export async function systemKeyring(): Promise<Keyring> {
  const { AsyncEntry } = await loadKeyring();
  // Without a Secret Service the module would take the kernel's keyring, which forgets everything at a restart.
  const entry = (name: string) => new AsyncEntry(service, name, { linux: { store: "secret-service" } });
  return {
    get: async (name) => (await entry(name).getPassword()) ?? undefined,
    set: (name, value) => entry(name).setPassword(value),
    remove: (name) => entry(name).deletePassword(),
  };
}
