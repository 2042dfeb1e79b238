import { settingFields, settingNames } from "./fields/settings-table.ts";
import { nearestWord } from "@skein/platform/words";
import type { SettingProblem } from "./settings-error.ts";

/** `SKEIN_` variables that are not settings. */
const otherVariables = [
  "SKEIN_HOME",
  "SKEIN_EXTRA_CONFIG",
  "SKEIN_CALL",
  "SKEIN_DEBUG",
  "SKEIN_DEBUG_HTTP",
  "SKEIN_NO_KEYRING",
  "SKEIN_OPENAI_API",
  "SKEIN_OSV_URL",
  // Recorded test material of this repository.
  "SKEIN_FIXTURES",
  "SKEIN_RECIPE_PATH",
  "SKEIN_RECIPE_GITHUB_REPO",
  "SKEIN_RECIPE_RETRY_TIMEOUT_SECONDS",
  "SKEIN_RECIPE_ON_FAILURE_TIMEOUT_SECONDS",
];

const prefix = "SKEIN_";

/** A misspelled variable is an error; other unknown ones may belong to a later version. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): {
  readonly problems: readonly SettingProblem[];
  readonly warnings: readonly string[];
} {
  const ofSettings = settingNames.map((name) => settingFields[name].variable);
  const known = [...ofSettings, ...otherVariables];
  const problems: SettingProblem[] = [];
  const warnings: string[] = [];
  for (const [variable, value] of Object.entries(env)) {
    if (!value || !variable.startsWith(prefix) || known.includes(variable)) continue;
    const plain = known.map((name) => name.slice(prefix.length));
    const nearest = nearestWord(variable.slice(prefix.length), plain);
    if (nearest === undefined) warnings.push(`The variable ${variable} is unknown and has no effect.`);
    else
      problems.push({ message: `Unknown variable ${variable}.`, fix: `Did you mean ${prefix}${nearest}?` });
  }
  return { problems, warnings };
}
