import { basename, dirname } from "node:path";
import { ConfigError } from "@skein/protocol";
import { readHooks, type Hook } from "@skein/hooks";
import { describeOrigin, readConfigFile, SettingsError } from "@skein/settings";

/**
 * The hooks of a file of Claude Code: `settings.json`, or `hooks.json` of a plugin. Everything else in it is passed over.
 *
 * Throws `ConfigError` for a file that cannot be read, and for hooks that cannot be obeyed. @param path - absolute.
 */
export async function readHookFile(path: string): Promise<readonly Hook[]> {
  const entries = await readConfigFile(path);
  if (!entries) {
    throw new ConfigError("unreadable", `${path}, which hookFiles names, does not exist.`, {
      hint: "Correct hookFiles, or make the file.",
    });
  }
  if (entries.some(({ key, value }) => key === "disableAllHooks" && value === true)) return [];
  const entry = entries.find(({ key }) => key === "hooks");
  if (!entry) return [];
  const placeOf = (at: readonly (string | number)[]) =>
    describeOrigin({ layer: "user", name: path, ...entry.placeOf(at) });
  const { hooks, problems } = readHooks(entry.value, placeOf);
  if (problems.length > 0)
    throw new SettingsError(
      problems.map((one) => ({
        message: `${placeOf(one.path)}: ${one.field}: ${one.message}`,
        fix: `${one.fix} Or copy what can be obeyed into your config.yaml.`,
      })),
    );
  const root = pluginOf(path);
  return root === undefined ? hooks : hooks.map((hook) => ({ ...hook, root }));
}

/** A plugin has its hooks in `hooks/hooks.json`. */
function pluginOf(path: string): string | undefined {
  if (basename(path) !== "hooks.json") return undefined;
  const folder = dirname(path);
  return basename(folder) === "hooks" ? dirname(folder) : folder;
}
