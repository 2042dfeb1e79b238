import { ConfigError } from "@skein/protocol";
import type { Check } from "@skein/review";
import { nearestWord } from "@skein/platform/words";

/** The checks with these names; all of them without names. Throws `ConfigError` for a name that no check has. */
export function chooseChecks(checks: readonly Check[], wanted: readonly string[] = []): readonly Check[] {
  const names = checks.map(({ name }) => name);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearestWord(unknown, names);
    throw new ConfigError("usage", `There is no check "${unknown}".`, {
      hint: near === undefined ? `There are: ${names.join(", ")}.` : `Did you mean ${near}?`,
    });
  }
  return wanted.length === 0 ? checks : checks.filter(({ name }) => wanted.includes(name));
}
