import type { UsedSecrets } from "./secrets/used-secrets.ts";

/** What an app knows that a provider may need. */
export interface ProviderAccess {
  /** Wins over every other key; set while a new one is tried. */
  readonly apiKey?: string | undefined;
  /** Asked for each key variable that the environment does not hold. */
  readonly secrets: (name: string) => Promise<string | undefined>;
  /** From the user's config files; `undefined` when the environment names one, or nobody does. */
  readonly baseUrl: string | undefined;
}

/** Who hears of the keys that are taken. */
export interface KeyListeners {
  /** Gets a sentence when a key comes out of a file, since that protects it less than a keyring does. */
  readonly say: (text: string) => void;
  readonly used?: UsedSecrets | undefined;
}

export async function providerAccess(
  id: string,
  addressVariable: string | undefined,
  { say, used }: KeyListeners,
): Promise<ProviderAccess> {
  return {
    async secrets(name) {
      const { userSecrets } = await import("./secrets/secrets.ts");
      const store = userSecrets();
      const place = await store.where(name);
      if (place?.kind === "file")
        say(`${name} is read from a file, because no keyring has it: ${place.path}`);
      const value = place && (await store.get(name));
      if (value !== undefined) used?.add({ name, value });
      return value;
    },
    baseUrl: await configuredAddress(id, addressVariable),
  };
}

async function configuredAddress(id: string, variable: string | undefined): Promise<string | undefined> {
  if (variable === undefined || (process.env[variable] ?? "").trim() !== "") return undefined;
  const { userAddresses } = await import("./settings/provider-addresses.ts");
  const addresses = await userAddresses();
  return Object.hasOwn(addresses, id) ? addresses[id] : undefined;
}
