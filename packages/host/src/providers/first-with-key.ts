import type { Machine } from "../machine.ts";
import { findKey } from "../secrets/find-key.ts";
import type { KnownProviders } from "./known-provider.ts";
import { loadKeptSecrets } from "../later.ts";

/** The first provider whose key is found anywhere, and that needs no model to be named. */
export async function firstWithKey(machine: Machine, providers: KnownProviders): Promise<string | undefined> {
  const { keptSecrets } = await loadKeptSecrets();
  const secrets = keptSecrets(machine);
  for (const [id, { keyVariables, defaultModel }] of Object.entries(providers))
    if (defaultModel !== undefined && (await findKey(machine, keyVariables, secrets))) return id;
  return undefined;
}
