import { ConfigError } from "@skein/protocol";
import type { SettingsSection } from "@skein/settings";
import type { Machine } from "../machine.ts";
import type { KnownProviders } from "../providers/known-provider.ts";
import { lookUpSecret } from "../secrets/look-up-secret.ts";
import type { UsedSecrets } from "../secrets/used-secrets.ts";
import {
  configExtensions,
  readyServers,
  type ConfigExtension,
  type ReadyServers,
} from "./config-extensions.ts";

/**
 * The MCP servers that config files turn on, for a run in `cwd`. References are looked up in the environment, then
 * among the kept keys; those of a project in the environment alone, and never a provider's key.
 *
 * Throws `ConfigError`.
 */
export async function configuredServers(
  given: ServerSources,
  sections: readonly SettingsSection[],
  cwd: string,
): Promise<ReadyServers> {
  return readyServers(configExtensions(sections), cwd, (name, extension) => lookUp(given, name, extension));
}

export interface ServerSources {
  readonly machine: Machine;
  readonly providers: KnownProviders;
  /** Is notified of the keys that are in use. */
  readonly used?: UsedSecrets | undefined;
}

async function lookUp(
  { machine, providers, used }: ServerSources,
  name: string,
  extension: ConfigExtension,
): Promise<string | undefined> {
  if (extension.isOfProject && isProviderKey(providers, name)) {
    throw new ConfigError("usage", `${extension.place}: the extension ${extension.name} wants ${name}.`, {
      hint: "A provider's key goes to no server of a project. Take it out there.",
    });
  }
  if (extension.isOfProject) return machine.env[name] || undefined;
  return lookUpSecret(machine, name, used);
}

function isProviderKey(providers: KnownProviders, name: string): boolean {
  return Object.values(providers).some(({ keyVariables }) => keyVariables.includes(name));
}
