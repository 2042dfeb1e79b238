import type { DeveloperSettings } from "@skein/extensions-builtin/developer";
import { ConfigError, type Extension } from "@skein/protocol";

interface BuiltinSettings {
  readonly developer?: DeveloperSettings;
}

/** By name, loaded when asked for. */
const builtins: Readonly<Record<string, (settings: BuiltinSettings) => Promise<Extension>>> = {
  developer: async (settings) =>
    (await import("@skein/extensions-builtin/developer")).developer(settings.developer),
};

export function builtinExtensions(
  names: readonly string[],
  settings: BuiltinSettings = {},
): Promise<readonly Extension[]> {
  return Promise.all(
    [...new Set(names)].map((name) => {
      const load = Object.hasOwn(builtins, name) ? builtins[name] : undefined;
      if (load) return load(settings);
      throw new ConfigError("usage", `There is no built-in extension "${name}".`, {
        hint: `Use one of: ${Object.keys(builtins).join(", ")}.`,
      });
    }),
  );
}
