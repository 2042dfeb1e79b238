import { join } from "node:path";
import { nearestWord } from "@skein/platform/words";
import { ConfigError, type JsonObject, type JsonValue } from "@skein/protocol";
import {
  describeOrigin,
  editConfigFile,
  settingFields,
  settingNames,
  type ResolvedSettings,
  type SettingName,
  type Settings,
} from "@skein/settings";
import type { Machine } from "../machine.ts";
import { effectiveSettings, type ProjectTrust } from "./effective-settings.ts";

export interface SettingValue {
  /** As it could stand in a config file; `null`: not set, and without a default. */
  readonly value: JsonValue;
  /** `default`, the flag, the variable, or file:line:column. */
  readonly origin: string | null;
}

/** By their names in config files. */
export function settingValues({
  values,
  origins,
}: Pick<ResolvedSettings, "values" | "origins">): Readonly<Record<string, SettingValue>> {
  return Object.fromEntries(
    settingNames.map((name): [string, SettingValue] => {
      const origin = origins[name];
      return [
        settingFields[name].key,
        { value: valueOf(name, values), origin: origin ? describeOrigin(origin) : null },
      ];
    }),
  );
}

function valueOf(name: SettingName, values: Settings): JsonValue {
  const value = (values[name] ?? null) as JsonValue;
  const { shown } = settingFields[name];
  if (shown && value !== null) return shown(value) as JsonValue;
  return name.endsWith("Ms") && typeof value === "number" ? `${value}ms` : value;
}

export interface ListedSetting extends SettingValue {
  /** Its name in config files. */
  readonly key: string;
  /** A sentence without its full stop. */
  readonly description: string;
  /** JSON Schema of its value. */
  readonly schema: JsonObject;
  /** The environment variable that wins over files. */
  readonly variable: string;
}

export interface ListedSettings {
  readonly settings: readonly ListedSetting[];
  readonly project: { readonly folder: string; readonly trust: ProjectTrust };
  /** Sentences about what in config files does not count. */
  readonly warnings: readonly string[];
}

/** What is in force in a folder, and where it comes from. Throws `ConfigError`. */
export async function listSettings(machine: Machine, cwd: string): Promise<ListedSettings> {
  const effective = await effectiveSettings(machine, cwd);
  const values = settingValues(effective);
  const settings = settingNames.map((name) => {
    const { key, description, schema, variable } = settingFields[name];
    const shown = values[key] ?? { value: null, origin: null };
    return { key, description, schema: schema as JsonObject, variable, ...shown };
  });
  return { settings, project: effective.project, warnings: effective.warnings };
}

export interface ChangedSetting {
  readonly file: string;
  /** A variable of the environment that wins over what was written; `null`: none does. */
  readonly overruledBy: string | null;
}

/**
 * Writes a setting into the user's own config file; without a value it is removed from there. Throws `ConfigError` for an
 * unknown key, a value that is not allowed, and a file that cannot be written.
 */
export async function changeSetting(
  { env, directories }: Machine,
  key: string,
  value: JsonValue | undefined,
): Promise<ChangedSetting> {
  const name = settingNames.find((one) => settingFields[one].key === key);
  if (name === undefined) {
    const nearest = nearestWord(
      key,
      settingNames.map((one) => settingFields[one].key),
    );
    throw new ConfigError("usage", `There is no setting "${key}".`, {
      hint: nearest === undefined ? "List them to see their names." : `Did you mean ${nearest}?`,
    });
  }
  const { parse, shown, variable } = settingFields[name];
  const parsed = value === undefined ? undefined : parse(value);
  if (parsed && "fix" in parsed)
    throw new ConfigError("usage", `${key}: ${JSON.stringify(shown?.(value) ?? value)} is not allowed.`, {
      hint: parsed.fix,
    });
  const file = join(directories.config, "config.yaml");
  await editConfigFile(file, [{ path: [key], value }]);
  return { file, overruledBy: (env[variable] ?? "").trim() === "" ? null : variable };
}
