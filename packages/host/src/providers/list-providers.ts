import type { SecretStore } from "@skein/settings";
import type { Machine } from "../machine.ts";
import { findKey, type FoundKey } from "../secrets/find-key.ts";
import { keptSecrets } from "../secrets/kept-secrets.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";
import { providerAddresses } from "../settings/provider-addresses.ts";
import type { KnownProvider } from "./known-provider.ts";
import type { ProviderRegistry } from "./provider-registry.ts";

/** A provider as a person would choose it. `null`: not set. */
export interface ListedProvider {
  readonly id: string;
  readonly description: string;
  readonly definedBy: NonNullable<KnownProvider["definedBy"]> | null;
  readonly needsKey: boolean;
  readonly key: FoundKey | null;
  /** Variables to set, as far as that can be told without asking the provider. */
  readonly missing: readonly string[];
  readonly defaultModel: string | null;
  readonly baseUrl: string | null;
  readonly isChosen: boolean;
}

/** All that are known, in their order. Throws `ConfigError` for settings that cannot be read. */
export async function listProviders(
  machine: Machine,
  { known }: Pick<ProviderRegistry, "known">,
  cwd: string,
): Promise<readonly ListedProvider[]> {
  const secrets = keptSecrets(machine);
  const { values, sections } = await effectiveSettings(machine, cwd);
  const addresses = providerAddresses(sections);
  return Promise.all(
    Object.entries(known).map(async ([id, provider]) => ({
      id,
      description: provider.description,
      definedBy: provider.definedBy ?? null,
      needsKey: provider.keyVariables.length > 0 && !provider.isKeyOptional,
      key: (await findKey(machine, provider.keyVariables, secrets)) ?? null,
      missing: await missingFor(machine, provider, { secrets, hasAddress: addresses[id] !== undefined }),
      defaultModel: provider.defaultModel ?? null,
      baseUrl: addresses[id] ?? null,
      isChosen: values.provider === id,
    })),
  );
}

async function missingFor(
  machine: Machine,
  provider: KnownProvider,
  { secrets, hasAddress }: { readonly secrets: SecretStore; readonly hasAddress: boolean },
): Promise<readonly string[]> {
  const { keyVariables, keyAlternative, isKeyOptional, addressVariable, neededVariables = [] } = provider;
  const isSet = (variable: string | undefined) =>
    variable !== undefined && (machine.env[variable] ?? "").trim() !== "";
  const needsKey = keyVariables.length > 0 && !isKeyOptional;
  const hasKey = !needsKey || (await findKey(machine, keyVariables, secrets)) !== undefined;
  const ways = keyAlternative === undefined ? keyVariables : [...keyVariables, keyAlternative];
  // Those of a definition are parts of its address.
  const isReachable = provider.definedBy === "bundled" && (hasAddress || isSet(addressVariable));
  const unset = isReachable ? [] : neededVariables.filter((name) => !isSet(name));
  return [...(hasKey ? [] : [ways.join(" or ")]), ...unset];
}
