import { ConfigError } from "@skein/protocol";
import { settingFields, settingNames, type SettingFlags, type SettingName } from "@skein/settings";
import { takeFlag } from "./take-flag.ts";

type WithoutDashes<Name> = Name extends `--${infer Bare}` ? Bare : never;

type FlagOf<Of> = Omit<Of, "name" | "help" | "means"> & { readonly description: string };

/** The flags of settings as a table of a command: what the table of settings says of them. */
export function settingFlags<Name extends keyof SettingFlags>(
  ...names: readonly Name[]
): {
  readonly [Each in Name as WithoutDashes<SettingFlags[Each]["name"]>]: FlagOf<SettingFlags[Each]>;
} {
  const table = names.map((setting) => {
    const { name, help, means: _, ...flag } = settingFields[setting].flag!;
    return [name.slice(2), { ...flag, description: help }];
  });
  return Object.fromEntries(table) as ReturnType<typeof settingFlags<Name>>;
}

/** The settings that parsed flags set, as text or lists of texts. */
export function settingsOfFlags(flags: Readonly<Record<string, unknown>>): {
  readonly [Name in SettingName]?: unknown;
} {
  return Object.fromEntries(
    settingNames.flatMap((setting) => {
      const { flag } = settingFields[setting];
      const value = flag && flags[flag.name.slice(2)];
      if (!flag || value === undefined) return [];
      return [[setting, flag.value === undefined ? (flag.means ?? "true") : value]];
    }),
  );
}

/**
 * Takes the flags of settings that any command takes out of its words, and sets their variables instead: the host reads
 * them, and so do the processes that the command starts. Throws `ConfigError`.
 */
export function takeSettingFlags(
  words: readonly string[],
  settings: readonly (keyof SettingFlags)[],
  env: Record<string, string | undefined>,
): readonly string[] {
  let left = words;
  for (const setting of settings) {
    const { flag, variable, parse } = settingFields[setting];
    const taken = takeFlag(left, flag!.name, flag!.value !== undefined);
    if (!taken) continue;
    const { value = flag!.value === undefined ? "true" : "", rest } = taken;
    const parsed = parse(value);
    if ("fix" in parsed)
      throw new ConfigError("usage", `${flag!.name} cannot be "${value}".`, { hint: parsed.fix });
    env[variable] = value;
    left = rest;
  }
  return left;
}
