import type { DormantServer } from "@skein/runtime";
import type { SettingsSection } from "@skein/settings";
import type { LoginSources } from "../logins/with-login.ts";
import type { ProviderRegistry } from "../providers/provider-registry.ts";
import { configExtensions, readyServers, type ReadyServers } from "./config-extensions.ts";
import { lookUpReference, type ReferenceSources } from "./look-up-reference.ts";
import { loadConfiguredExtension, loadWithLogin } from "../later.ts";

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

interface DormantSources extends LoginSources {
  readonly providers: ProviderRegistry;
}

/** Those that config files switch off. What they refer to is looked up when the model enables one. */
export function dormantServers(
  sources: DormantSources,
  sections: readonly SettingsSection[],
  cwd: string,
): readonly DormantServer[] {
  return configExtensions(sections)
    .filter(({ isEnabled }) => !isEnabled)
    .map((extension) => ({
      name: extension.name,
      pinKey: extension.pinKey,
      async settings() {
        const [{ serverOf }, { withLogin }] = await Promise.all([loadConfiguredExtension(), loadWithLogin()]);
        const given = { ...sources, providers: sources.providers.known };
        return withLogin(await serverOf(given, cwd, extension), sources);
      },
    }));
}
