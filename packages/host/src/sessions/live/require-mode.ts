import { nearestWord } from "@skein/platform/words";
import { ConfigError } from "@skein/protocol";
import { permissionModes } from "@skein/permissions";

/** Throws `ConfigError` for a word that is no permission mode. */
export function requireMode(word: string): void {
  const names: readonly string[] = permissionModes.map(({ name }) => name);
  if (names.includes(word)) return;
  const guess = nearestWord(word, names);
  throw new ConfigError("usage", `There is no mode "${word}".`, {
    hint: guess === undefined ? `Use one of: ${names.join(", ")}.` : `Did you mean ${guess}?`,
  });
}
