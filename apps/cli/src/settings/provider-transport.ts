import { ConfigError } from "@skein/protocol";
import type { UsedSecrets } from "../secrets/used-secrets.ts";
import { providerEntries, type ProviderEntry } from "./provider-entries.ts";
import { fillReferences, referencesIn } from "./references.ts";
import { userEntries } from "./user-entries.ts";

/**
 * What the user's config files say of a provider, its references filled: from the environment, then from the kept keys.
 *
 * Throws `ConfigError`: for what cannot be used, and for a reference that leads nowhere.
 */
export async function userProviderEntry(id: string, used?: UsedSecrets): Promise<ProviderEntry> {
  const entries = providerEntries(await userEntries());
  const entry = Object.hasOwn(entries, id) ? entries[id]! : {};
  const { proxy, headers } = entry;
  const texts = { ...(proxy === undefined ? {} : { proxy }), ...(headers === undefined ? {} : { headers }) };
  const values = new Map<string, string>();
  for (const { name, fallback } of referencesIn(texts)) {
    const value = (await lookUp(name, used)) ?? fallback;
    if (value === undefined) throw missing(id, name);
    values.set(name, value);
  }
  return { ...entry, ...(fillReferences(texts, values) as typeof texts) };
}

async function lookUp(name: string, used: UsedSecrets | undefined): Promise<string | undefined> {
  const given = process.env[name];
  if (given !== undefined && given !== "") return given;
  const { userSecrets } = await import("../secrets/secrets.ts");
  const kept = await userSecrets().get(name);
  if (kept !== undefined) used?.add({ name, value: kept });
  return kept;
}

function missing(id: string, name: string): ConfigError {
  const message = `providers.${id} wants ${name}, which is neither in the environment nor kept.`;
  return new ConfigError("usage", message, { hint: `Set ${name}, or take it out of your config.yaml.` });
}
