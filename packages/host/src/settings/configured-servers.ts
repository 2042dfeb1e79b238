import type { SettingsSection } from "@skein/settings";
import { configExtensions, readyServers, type ReadyServers } from "./config-extensions.ts";
import { lookUpReference, type ReferenceSources } from "./look-up-reference.ts";

/**
 * The MCP servers that config files turn on, for a run in `cwd`. Throws `ConfigError`: see `lookUpReference` for what their
 * references become.
 */
export async function configuredServers(
  given: ReferenceSources,
  sections: readonly SettingsSection[],
  cwd: string,
): Promise<ReadyServers> {
  return readyServers(configExtensions(sections), cwd, (name, extension) =>
    lookUpReference(given, name, { ...extension, what: `the extension ${extension.name}` }),
  );
}
