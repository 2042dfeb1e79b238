import { ConfigError } from "@skein/protocol";
import type { Machine } from "../machine.ts";
import type { KnownProviders } from "../providers/known-provider.ts";
import { lookUpSecret } from "../secrets/look-up-secret.ts";
import type { UsedSecrets } from "../secrets/used-secrets.ts";

export interface ReferenceSources {
  readonly machine: Machine;
  readonly providers: KnownProviders;
  /** Is notified of the keys that are in use. */
  readonly used?: UsedSecrets | undefined;
}

/** Who wants the value of a name. */
interface Wanting {
  /** In words. */
  readonly what: string;
  /** `file:line:column`. */
  readonly place: string;
  readonly isOfProject: boolean;
}

/**
 * The value of a name that a config file refers to: from the environment, then among the kept keys. A project's files get it
 * from the environment alone, and never a provider's key.
 *
 * Throws `ConfigError`.
 */
export async function lookUpReference(
  { machine, providers, used }: ReferenceSources,
  name: string,
  { what, place, isOfProject }: Wanting,
): Promise<string | undefined> {
  if (!isOfProject) return lookUpSecret(machine, name, used);
  if (Object.values(providers).some(({ keyVariables }) => keyVariables.includes(name))) {
    throw new ConfigError("usage", `${place}: ${what} wants ${name}.`, {
      hint: "A provider's key goes to nothing that a project starts. Take it out there.",
    });
  }
  return machine.env[name] || undefined;
}
