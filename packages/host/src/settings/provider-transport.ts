import { ConfigError } from "@skein/protocol";
import type { Machine } from "../machine.ts";
import { lookUpSecret } from "../secrets/look-up-secret.ts";
import type { UsedSecrets } from "../secrets/used-secrets.ts";
import { providerEntries, type ProviderEntry } from "./provider-entries.ts";
import { fillReferences, referencesIn } from "./references.ts";
import { userEntries } from "./user-entries.ts";

/**
 * What the user's config files say of a provider, its references filled: from the environment, then from the kept keys.
 *
 * Throws `ConfigError`: for what cannot be used, and for a reference that leads nowhere.
 */
export async function userProviderEntry(
  machine: Machine,
  id: string,
  used?: UsedSecrets,
): Promise<ProviderEntry> {
  const entries = providerEntries(await userEntries(machine));
  const entry = Object.hasOwn(entries, id) ? entries[id]! : {};
  const { proxy, headers } = entry;
  const texts = { ...(proxy === undefined ? {} : { proxy }), ...(headers === undefined ? {} : { headers }) };
  const values = new Map<string, string>();
  for (const { name, fallback } of referencesIn(texts)) {
    const value = (await lookUpSecret(machine, name, used)) ?? fallback;
    if (value === undefined) throw missing(id, name);
    values.set(name, value);
  }
  return { ...entry, ...(fillReferences(texts, values) as typeof texts) };
}

function missing(id: string, name: string): ConfigError {
  const message = `providers.${id} wants ${name}, which is neither in the environment nor kept.`;
  return new ConfigError("usage", message, { hint: `Set ${name}, or take it out of your config.yaml.` });
}
