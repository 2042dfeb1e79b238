import { dirname, resolve } from "node:path";
import { homeFolder } from "@skein/platform/user";
import type { JsonObject, JsonValue } from "@skein/protocol";
import type { SettingsSection } from "@skein/settings";

/** What config files say of one provider. */
export interface ProviderEntry {
  readonly baseUrl?: string | undefined;
  /** An address, or `none`; may hold references such as `${NAME}`. */
  readonly proxy?: string | undefined;
  /** Absolute paths. */
  readonly ca?: string | undefined;
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
  /** Their values may hold references. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const files = ["ca", "clientCert", "clientKey"] as const;

/**
 * By provider id, as config files say under `providers`; a stronger file wins for each single field.
 */
export function providerEntries(found: readonly SettingsSection[]): Readonly<Record<string, ProviderEntry>> {
  const entries: Record<string, ProviderEntry> = {};
  for (const { key, value, origin } of found.toReversed()) {
    if (key !== "providers") continue;
    for (const [id, settings] of Object.entries(value as Readonly<Record<string, JsonObject>>)) {
      const entry = entryOf(settings, dirname(origin.name));
      entries[id] = { ...(Object.hasOwn(entries, id) ? entries[id] : {}), ...entry };
    }
  }
  return entries;
}

/** @param folder - of the config file; where paths start that say no folder. */
function entryOf(settings: JsonObject, folder: string): ProviderEntry {
  const said = Object.entries<JsonValue>(settings).filter(([, value]) => value !== null);
  return Object.fromEntries(
    said.map(([name, value]) => [
      name,
      files.some((file) => file === name) ? pathOf(value as string, folder) : value,
    ]),
  );
}

function pathOf(path: string, folder: string): string {
  return path.startsWith("~/") ? resolve(homeFolder(), path.slice(2)) : resolve(folder, path);
}
