import { nearestWord } from "@skein/platform/words";
import { ConfigError } from "@skein/protocol";
import type { McpSettings } from "@skein/extensions";
import { extensionPinsIn } from "@skein/runtime/extensions";
import { configExtensions, readyServers, type ConfigExtension } from "../settings/config-extensions.ts";
import { effectiveSettings } from "../settings/effective-settings.ts";
import { lookUpReference, type ReferenceSources } from "../settings/look-up-reference.ts";

/** An extension of the config files that count in a folder. Throws `ConfigError` when there is none of that name. */
export async function configuredExtension(
  machine: ReferenceSources["machine"],
  cwd: string,
  name: string,
): Promise<ConfigExtension> {
  const { sections } = await effectiveSettings(machine, cwd);
  const all = configExtensions(sections);
  const found = all.find((extension) => extension.name === name);
  if (found) return found;
  const names = all.map((extension) => extension.name);
  const near = nearestWord(name, names);
  const hint =
    names.length === 0
      ? "No extension is configured here."
      : `${near === undefined ? "" : `Did you mean ${near}? `}Configured: ${names.join(", ")}.`;
  throw new ConfigError("usage", `There is no extension "${name}" here.`, { hint });
}

/** What starts it, with its references filled and its pin. Throws `ConfigError` when a reference leads nowhere. */
export async function serverOf(
  sources: ReferenceSources,
  cwd: string,
  extension: ConfigExtension,
): Promise<McpSettings> {
  const { servers, warnings } = await readyServers([{ ...extension, isEnabled: true }], cwd, (wanted) =>
    lookUpReference(sources, wanted, { ...extension, what: `the extension ${extension.name}` }),
  );
  const [server] = servers;
  if (!server) throw new ConfigError("usage", warnings.join(" "));
  return { ...server, pins: extensionPinsIn(sources.machine.directories.data, server) };
}
