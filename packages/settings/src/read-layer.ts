import { nearestWord } from "@skein/platform/words";
import { ConfigError, type JsonValue } from "@skein/protocol";
import type { ConfigEntry } from "./config-file.ts";
import type { ConfigPath } from "./config-paths.ts";
import { settingFields, settingNames, type SettingName } from "./fields/settings-table.ts";
import { untrusted, userOnly } from "./ignored.ts";
import { readConfigFile } from "./read-config-file.ts";
import { describeOrigin, type SettingOrigin } from "./origin.ts";
import { sectionKeys, configSections, type SectionKey } from "./sections.ts";
import type { SettingProblem } from "./settings-error.ts";
import { shownValue } from "./shown-value.ts";
import type { ValueProblem } from "./structure.ts";

/** One value as it was given. */
export interface GivenValue {
  readonly name: SettingName;
  readonly raw: unknown;
  readonly origin: SettingOrigin;
  readonly isTrusted: boolean;
}

/** The content of a section in one file. */
export interface SettingsSection {
  readonly key: SectionKey;
  readonly value: JsonValue;
  readonly origin: SettingOrigin;
  /** Line and column of something inside. @param path - below the section's key. */
  readonly placeOf?: ConfigEntry["placeOf"];
}

export interface ReadSection extends SettingsSection {
  readonly entry: ConfigEntry;
}

export interface Layer {
  readonly said: readonly GivenValue[];
  readonly sections: readonly ReadSection[];
  readonly warnings: readonly string[];
  readonly problems: readonly SettingProblem[];
}

/**
 * Reads one config file: its values, and what of it cannot be used. Throws `ConfigError` for a file that cannot be
 * read.
 */
export async function readLayer({ path, layer, isRequired, isTrusted }: ConfigPath): Promise<Layer> {
  const entries = await readConfigFile(path);
  if (!entries && isRequired) {
    throw new ConfigError("unreadable", `${path}, which SKEIN_EXTRA_CONFIG names, does not exist.`, {
      hint: "Correct SKEIN_EXTRA_CONFIG or make the file.",
    });
  }
  const said: GivenValue[] = [];
  const found: ReadSection[] = [];
  const warnings: string[] = [];
  const problems: SettingProblem[] = [];
  for (const entry of entries ?? []) {
    const { key, value, line, column } = entry;
    const origin: SettingOrigin = { layer, name: path, line, column };
    const name = settingNames.find((candidate) => settingFields[candidate].key === key);
    const section = sectionKeys.find((candidate) => candidate === key);
    if (name !== undefined) {
      if (value !== null) said.push({ name, raw: value, origin, isTrusted });
    } else if (section === undefined) {
      problems.push({
        message: `${describeOrigin(origin)}: Unknown key ${shownValue(key)}.`,
        fix: keyFix(key),
      });
    } else if (value === null) {
      continue;
    } else if (layer === "project" && configSections[section].project === "never") {
      warnings.push(userOnly(key, origin));
    } else if (!isTrusted) {
      warnings.push(untrusted(key, origin));
    } else {
      const wrong = configSections[section].problems(value, [key]);
      problems.push(...wrong.map((problem) => problemAt(problem, origin, entry, problem.path.slice(1))));
      found.push({ key: section, value, origin, entry, placeOf: entry.placeOf });
    }
  }
  return { said, sections: found, warnings, problems };
}

function keyFix(key: string): string {
  const nearest = nearestWord(key, [...settingNames.map((one) => settingFields[one].key), ...sectionKeys]);
  const guess = nearest === undefined ? "" : `Did you mean ${nearest}? `;
  return `${guess}Remove it, or write a known key.`;
}

/** @param path - below the entry's key. */
export function problemAt(
  { message, fix }: ValueProblem,
  origin: SettingOrigin,
  entry: ConfigEntry,
  path: ValueProblem["path"],
): SettingProblem {
  return { message: `${describeOrigin({ ...origin, ...entry.placeOf(path) })}: ${message}`, fix };
}
