import { ConfigError } from "@skein/protocol";
import type { SettingsSection } from "@skein/settings";
import { knownProviders } from "../providers.ts";
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
  sections: readonly SettingsSection[],
  cwd: string,
  used?: UsedSecrets,
): Promise<ReadyServers> {
  return readyServers(configExtensions(sections), cwd, (name, extension) => lookUp(name, extension, used));
}

async function lookUp(
  name: string,
  extension: ConfigExtension,
  used: UsedSecrets | undefined,
): Promise<string | undefined> {
  if (extension.isOfProject && isProviderKey(name)) {
    throw new ConfigError("usage", `${extension.place}: the extension ${extension.name} wants ${name}.`, {
      hint: "A provider's key goes to no server of a project. Take it out there.",
    });
  }
  const value = process.env[name];
  if (value !== undefined && value !== "") return value;
  if (extension.isOfProject) return undefined;
  const { userSecrets } = await import("../secrets/secrets.ts");
  const kept = await userSecrets().get(name);
  if (kept !== undefined) used?.add({ name, value: kept });
  return kept;
}

function isProviderKey(name: string): boolean {
  return Object.values(knownProviders).some(({ keyVariables }) => keyVariables.includes(name));
}
