import type { ConfigPath } from "./config-paths.ts";
import { settingFields, settingNames, type Field, type SettingName, type Settings } from "./fields.ts";
import { describeOrigin, type SettingOrigin } from "./origin.ts";
import { located, readLayer, type ReadSection, type Said, type SettingsSection } from "./read-layer.ts";
import { SettingsError, type SettingProblem } from "./settings-error.ts";
import { shownValue } from "./shown-value.ts";
import type { ValueProblem } from "./structure.ts";
import { unknownVariables } from "./unknown-variables.ts";

export interface SettingsSources {
  /** What the command line said, by setting; text is read as in the environment. */
  readonly flags?: { readonly [Name in SettingName]?: unknown };
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The strongest first: see `configPaths`. */
  readonly files?: readonly ConfigPath[];
  /**
   * What only the app knows of the sections, names of tools for example. A section may have problems of its own, which are
   * told anyway. The path of a problem begins below the section's key.
   */
  readonly check?: (found: readonly SettingsSection[]) => Promise<readonly SectionProblem[]>;
}

export interface SectionProblem extends ValueProblem {
  readonly section: SettingsSection;
}

export interface ResolvedSettings {
  readonly values: Settings;
  readonly origins: { readonly [Name in SettingName]?: SettingOrigin };
  /** The strongest first; none is `null`. Those of a folder that is not trusted are not among them. */
  readonly sections: readonly SettingsSection[];
  /** Sentences for the user: values that were left out, unknown variables. */
  readonly warnings: readonly string[];
}

/**
 * Flags beat `SKEIN_` variables beat config files, in their order, beat defaults. A variable that is empty is not set.
 * A file that is not trusted can tighten what others allow and never loosen it.
 *
 * Throws `SettingsError` with all that cannot be used: values, unknown keys, variables that are nearly one of
 * ours. Throws `ConfigError` for a file that cannot be read or, when it is required, is not there.
 */
export async function resolveSettings(sources: SettingsSources): Promise<ResolvedSettings> {
  const { flags = {}, env = {}, files = [], check } = sources;
  const fromFiles = await Promise.all(files.map(readLayer));
  const said: readonly Said[] = [
    ...saidByFlags(flags),
    ...saidByVariables(env),
    ...fromFiles.flatMap((file) => file.said),
  ];
  const variables = unknownVariables(env);
  const read = fromFiles.flatMap((file) => file.sections);
  const problems = [
    ...said.flatMap(problemOf),
    ...variables.problems,
    ...fromFiles.flatMap((file) => file.problems),
    ...(await checked(read, check)),
  ];
  if (problems.length > 0) throw new SettingsError(problems);

  const values: Partial<Record<SettingName, unknown>> = {};
  const origins: Partial<Record<SettingName, SettingOrigin>> = {};
  const warnings = [...variables.warnings, ...fromFiles.flatMap((file) => file.warnings)];
  for (const name of settingNames) {
    const { fallback } = settingFields[name];
    if (fallback === undefined) continue;
    values[name] = fallback;
    origins[name] = { layer: "default", name: "default" };
  }
  for (const one of said.toReversed()) {
    const field = settingFields[one.name] as Field<unknown>;
    const value = valueOf(field, one);
    const current = values[one.name];
    if (!one.isTrusted && value !== current && field.isTighter?.(value, current) === false) {
      warnings.push(
        `${describeOrigin(one.origin)} would loosen ${field.key} from ${shownValue(current)} to ${shownValue(value)} and is left out: the folder is not trusted.`,
      );
      continue;
    }
    values[one.name] = value;
    origins[one.name] = one.origin;
  }
  for (const name of settingNames) {
    const origin = origins[name];
    if (!settingFields[name].hasNoEffectYet || !origin || origin.layer === "default") continue;
    warnings.push(`${describeOrigin(origin)} sets ${settingFields[name].key}, which has no effect yet.`);
  }
  // Each value was read by its own field's parser.
  return {
    values: values as unknown as Settings,
    origins,
    sections: read.map(({ key, value, origin, placeOf }) => ({
      key,
      value,
      origin,
      ...(placeOf ? { placeOf } : {}),
    })),
    warnings,
  };
}

function saidByFlags(flags: NonNullable<SettingsSources["flags"]>): Said[] {
  return settingNames
    .filter((name) => flags[name] !== undefined)
    .map((name) => ({
      name,
      raw: flags[name],
      origin: { layer: "flag", name: settingFields[name].flag ?? name },
      isTrusted: true,
    }));
}

function saidByVariables(env: NonNullable<SettingsSources["env"]>): Said[] {
  return settingNames.flatMap((name): Said[] => {
    const { variable } = settingFields[name];
    const raw = env[variable];
    return raw ? [{ name, raw, origin: { layer: "environment", name: variable }, isTrusted: true }] : [];
  });
}

async function checked(
  found: readonly ReadSection[],
  check: SettingsSources["check"],
): Promise<readonly SettingProblem[]> {
  const problems = (await check?.(found)) ?? [];
  return problems.map((problem) => {
    const section = found.find((one) => one === problem.section)!;
    return located(problem, section.origin, section.entry, problem.path);
  });
}

function problemOf(said: Said): readonly SettingProblem[] {
  const field = settingFields[said.name] as Field<unknown>;
  const result = field.parse(said.raw);
  if ("value" in result) return [];
  const place = describeOrigin(said.origin);
  const subject = said.origin.line === undefined ? place : `${place}: ${field.key}`;
  return [{ message: `${subject} cannot be ${shownValue(said.raw)}.`, fix: result.fix }];
}

/** Problems were told before. */
function valueOf(field: Field<unknown>, said: Said): unknown {
  const result = field.parse(said.raw);
  return "value" in result ? result.value : undefined;
}
