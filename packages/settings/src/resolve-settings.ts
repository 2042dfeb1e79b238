import { ConfigError, type JsonValue } from "@skein/protocol";
import { readConfigFile } from "./config-file.ts";
import type { ConfigPath, FileLayer } from "./config-paths.ts";
import { fields, settingNames, type Field, type SettingName, type Settings } from "./fields.ts";
import { nearestWord } from "./nearest-word.ts";

/** Where a value came from. */
export interface Origin {
  readonly layer: "flag" | "environment" | FileLayer | "default";
  /** The flag, the variable, or the path of the file. */
  readonly name: string;
  /** Of the value's name in a file, from 1. */
  readonly line?: number;
  readonly column?: number;
}

export interface SettingsSources {
  /** What the command line said, by setting; text is read as in the environment. */
  readonly flags?: { readonly [Name in SettingName]?: unknown };
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The strongest first: see `configPaths`. */
  readonly files?: readonly ConfigPath[];
  /** Names in config files that somebody else reads; handed on as `others`. */
  readonly otherKeys?: readonly string[];
}

export interface ResolvedSettings {
  readonly values: Settings;
  readonly origins: { readonly [Name in SettingName]?: Origin };
  /** Entries under `otherKeys`, the strongest first. Those of a folder that is not trusted are not among them. */
  readonly others: readonly { readonly key: string; readonly value: JsonValue; readonly origin: Origin }[];
  /** Sentences for the user: names nobody knows, values that were left out. */
  readonly warnings: readonly string[];
}

/** One value that somebody gave. */
interface Said {
  readonly name: SettingName;
  readonly raw: unknown;
  readonly origin: Origin;
  readonly isTrusted: boolean;
}

/** `SKEIN_` variables that are not settings. */
const otherVariables = ["SKEIN_HOME", "SKEIN_EXTRA_CONFIG"];

/**
 * Flags beat `SKEIN_` variables beat config files, in their order, beat defaults. A variable that is empty is not set.
 * A file that is not trusted can tighten what others allow and never loosen it.
 *
 * Throws `ConfigError` for a value that cannot be used, saying where it stands and what it should be, and for a file
 * that cannot be read or, when it is required, is not there.
 */
export async function resolveSettings(sources: SettingsSources): Promise<ResolvedSettings> {
  const { flags = {}, env = {}, files = [], otherKeys = [] } = sources;
  const fromFiles = await Promise.all(files.map((file) => readLayer(file, otherKeys)));
  const said: readonly Said[] = [
    ...saidByFlags(flags),
    ...saidByVariables(env),
    ...fromFiles.flatMap((file) => file.said),
  ];

  const values: Partial<Record<SettingName, unknown>> = {};
  const origins: Partial<Record<SettingName, Origin>> = {};
  const warnings = [...unknownVariables(env), ...fromFiles.flatMap((file) => file.warnings)];
  for (const name of settingNames) {
    const { fallback } = fields[name];
    if (fallback === undefined) continue;
    values[name] = fallback;
    origins[name] = { layer: "default", name: "default" };
  }
  for (const one of said.toReversed()) {
    const field = fields[one.name] as Field<unknown>;
    const value = parsed(field, one);
    const current = values[one.name];
    if (!one.isTrusted && value !== current && field.isTighter?.(value, current) === false) {
      warnings.push(
        `${placeOf(one)} would loosen ${field.key} from ${shown(current)} to ${shown(value)} and is left out: the folder is not trusted.`,
      );
      continue;
    }
    values[one.name] = value;
    origins[one.name] = one.origin;
  }
  for (const name of settingNames) {
    const origin = origins[name];
    if (!fields[name].hasNoEffectYet || !origin || origin.layer === "default") continue;
    warnings.push(`${describeOrigin(origin)} sets ${fields[name].key}, which has no effect yet.`);
  }
  // Each value was read by its own field's parser.
  return {
    values: values as unknown as Settings,
    origins,
    others: fromFiles.flatMap((file) => file.others),
    warnings,
  };
}

function saidByFlags(flags: NonNullable<SettingsSources["flags"]>): Said[] {
  return settingNames
    .filter((name) => flags[name] !== undefined)
    .map((name) => ({
      name,
      raw: flags[name],
      origin: { layer: "flag", name: fields[name].flag ?? name },
      isTrusted: true,
    }));
}

function saidByVariables(env: NonNullable<SettingsSources["env"]>): Said[] {
  return settingNames.flatMap((name): Said[] => {
    const { variable } = fields[name];
    const raw = env[variable];
    return raw ? [{ name, raw, origin: { layer: "environment", name: variable }, isTrusted: true }] : [];
  });
}

/** A variable that is nearly one of ours was probably meant to be. */
function unknownVariables(env: NonNullable<SettingsSources["env"]>): string[] {
  const known = settingNames.map((name) => fields[name].variable);
  return Object.keys(env).flatMap((variable) => {
    if (!variable.startsWith("SKEIN_") || [...known, ...otherVariables].includes(variable)) return [];
    const plain = known.map((name) => name.slice("SKEIN_".length));
    const nearest = nearestWord(variable.slice("SKEIN_".length), plain);
    return nearest === undefined ? [] : [`${variable} is not known. Did you mean SKEIN_${nearest}?`];
  });
}

interface Layer extends Pick<ResolvedSettings, "others" | "warnings"> {
  readonly said: readonly Said[];
}

async function readLayer(
  { path, layer, isRequired, isTrusted }: ConfigPath,
  otherKeys: readonly string[],
): Promise<Layer> {
  const entries = await readConfigFile(path);
  if (!entries && isRequired) {
    throw new ConfigError("unreadable", `${path}, which SKEIN_EXTRA_CONFIG names, does not exist.`, {
      hint: "Correct SKEIN_EXTRA_CONFIG or make the file.",
    });
  }
  const said: Said[] = [];
  const others: { key: string; value: JsonValue; origin: Origin }[] = [];
  const warnings: string[] = [];
  for (const { key, value, line, column } of entries ?? []) {
    const origin: Origin = { layer, name: path, line, column };
    const name = settingNames.find((candidate) => fields[candidate].key === key);
    const place = `${path}:${line}:${column}`;
    if (name !== undefined) {
      if (value !== null) said.push({ name, raw: value, origin, isTrusted });
    } else if (!otherKeys.includes(key)) {
      const nearest = nearestWord(key, [...settingNames.map((one) => fields[one].key), ...otherKeys]);
      const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
      warnings.push(`${place}: ${shown(key)} is not the name of a setting.${hint}`);
    } else if (isTrusted) others.push({ key, value, origin });
    else warnings.push(`${place}: ${key} is left out: the folder is not trusted.`);
  }
  return { said, others, warnings };
}

function parsed(field: Field<unknown>, said: Said): unknown {
  const result = field.parse(said.raw);
  if ("value" in result) return result.value;
  const subject = said.origin.line === undefined ? placeOf(said) : `${placeOf(said)}: ${field.key}`;
  throw new ConfigError("usage", `${subject} cannot be ${shown(said.raw)}.`, { hint: result.fix });
}

function placeOf({ origin }: Said): string {
  return describeOrigin(origin);
}

/** The flag, the variable, or `file:line:column`. */
export function describeOrigin({ name, line, column }: Origin): string {
  return line === undefined ? name : `${name}:${line}:${column}`;
}

const shownCharacters = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters)}…`;
}
