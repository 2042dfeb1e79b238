import type { ConfigPath } from "./config-paths.ts";
import type { SettingField } from "./fields/setting-field.ts";
import { settingFields, settingNames, type SettingName, type Settings } from "./fields/settings-table.ts";
import { untrusted, userOnly } from "./ignored.ts";
import { describeOrigin, type SettingOrigin } from "./origin.ts";
import {
  problemAt,
  readLayer,
  type Layer,
  type ReadSection,
  type GivenValue,
  type SettingsSection,
} from "./read-layer.ts";
import { SettingsError, type SettingProblem } from "./settings-error.ts";
import { shownValue } from "./shown-value.ts";
import type { ValueProblem } from "./structure.ts";
import { unknownVariables } from "./unknown-variables.ts";

export interface SettingsSources {
  /** Command line flags, by setting; text is parsed as in the environment. */
  readonly flags?: { readonly [Name in SettingName]?: unknown };
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The strongest first: see `configPaths`. */
  readonly files?: readonly ConfigPath[];
  /**
   * Checks of sections that only the app can do, such as names of tools. Structural problems of a section are
   * reported in any case. The path of a problem begins below the section's key.
   */
  readonly check?: (found: readonly SettingsSection[]) => Promise<readonly SectionProblem[]>;
}

export interface SectionProblem extends ValueProblem {
  readonly section: SettingsSection;
}

export interface ResolvedSettings {
  readonly values: Settings;
  readonly origins: { readonly [Name in SettingName]?: SettingOrigin };
  /** The strongest first. Without ignored ones. */
  readonly sections: readonly SettingsSection[];
  /** Sentences for the user: ignored values, unknown variables. */
  readonly warnings: readonly string[];
}

/**
 * Flags override `SKEIN_` variables, which override config files in their order, which override defaults. An empty
 * variable counts as not set. What a project's file may set is in the table: what it may not is ignored, with a warning.
 * With `restricted` a project has no say, and its file is not read.
 *
 * Throws `SettingsError` with everything that cannot be used: values, unknown keys, misspelled variables. Throws
 * `ConfigError` for a file that cannot be read, or is required and missing.
 */
export async function resolveSettings(sources: SettingsSources): Promise<ResolvedSettings> {
  const { flags = {}, env = {}, files = [], check } = sources;
  const direct = [...saidByFlags(flags), ...saidByVariables(env)];
  const ofUser = await readLayers(files.filter(({ layer }) => layer !== "project"));
  const isRestricted = isTrue("restricted", [...direct, ...ofUser.flatMap((file) => file.said)]);
  const ofProject = await readLayers(isRestricted ? [] : files.filter(({ layer }) => layer === "project"));
  const fromFiles = [...ofProject, ...ofUser];
  const said: readonly GivenValue[] = [...direct, ...fromFiles.flatMap((file) => file.said)];
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
    const field = settingFields[one.name] as SettingField<unknown>;
    const value = valueOf(field, one);
    const reason = ignoredReason(one, field, { value, current: values[one.name] });
    if (reason !== undefined) {
      warnings.push(reason);
      continue;
    }
    values[one.name] = value;
    origins[one.name] = one.origin;
  }
  // Each value was parsed by its own field's parser.
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

const readLayers = (files: readonly ConfigPath[]): Promise<readonly Layer[]> =>
  Promise.all(files.map(readLayer));

/** @param said - the strongest first. */
function isTrue(name: SettingName, said: readonly GivenValue[]): boolean {
  const first = said.find((one) => one.name === name);
  return first !== undefined && valueOf(settingFields[name] as SettingField<unknown>, first) === true;
}

function saidByFlags(flags: NonNullable<SettingsSources["flags"]>): GivenValue[] {
  return settingNames
    .filter((name) => flags[name] !== undefined)
    .map((name) => ({
      name,
      raw: flags[name],
      origin: { layer: "flag", name: settingFields[name].flag?.name ?? name },
      isTrusted: true,
    }));
}

function saidByVariables(env: NonNullable<SettingsSources["env"]>): GivenValue[] {
  return settingNames.flatMap((name): GivenValue[] => {
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
    return problemAt(problem, section.origin, section.entry, problem.path);
  });
}

function problemOf(said: GivenValue): readonly SettingProblem[] {
  const field = settingFields[said.name] as SettingField<unknown>;
  const result = field.parse(said.raw);
  if ("value" in result) return [];
  const place = describeOrigin(said.origin);
  const subject = said.origin.line === undefined ? place : `${place}: ${field.key}`;
  return [
    { message: `${subject} cannot be ${shownValue(field.shown?.(said.raw) ?? said.raw)}.`, fix: result.fix },
  ];
}

/** Why a value does not apply, as a sentence; `undefined` if it does. */
function ignoredReason(
  { origin, isTrusted }: GivenValue,
  { key, project, isTighter }: SettingField<unknown>,
  change: { readonly value: unknown; readonly current: unknown },
): string | undefined {
  if (origin.layer !== "project") return undefined;
  if (project === "never") return userOnly(key, origin);
  const { value, current } = change;
  if (isTrusted || project === "chooses" || value === current) return undefined;
  if (!isTighter) return untrusted(key, origin);
  return isTighter(value, current) ? undefined : untrusted(key, origin, change);
}

/** Problems were reported before. */
function valueOf(field: SettingField<unknown>, said: GivenValue): unknown {
  const result = field.parse(said.raw);
  return "value" in result ? result.value : undefined;
}
