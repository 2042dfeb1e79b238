import { ConfigError, type Extension } from "@skein/protocol";

/** By name, loaded when asked for. */
const builtins: Readonly<Record<string, () => Promise<Extension>>> = {
  developer: async () => (await import("@skein/extensions-builtin/developer")).developer(),
};

export function builtinExtensions(names: readonly string[]): Promise<readonly Extension[]> {
  return Promise.all(
    [...new Set(names)].map((name) => {
      const load = Object.hasOwn(builtins, name) ? builtins[name] : undefined;
      if (load) return load();
      throw new ConfigError("usage", `There is no built-in extension "${name}".`, {
        hint: `Use one of: ${Object.keys(builtins).join(", ")}.`,
      });
    }),
  );
}
