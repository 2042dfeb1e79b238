import { nearestWord } from "@skein/platform/words";
import { ConfigError } from "@skein/protocol";

/** A word that must be one of these. Throws `ConfigError`. @param problem - what to say when it is not: a sentence. */
export function oneOf<const Word extends string>(
  text: string,
  words: readonly Word[],
  problem: string,
): Word {
  const found = words.find((one) => one === text);
  if (found !== undefined) return found;
  const guess = nearestWord(text, words);
  throw new ConfigError("usage", problem, {
    hint: guess === undefined ? `Use one of: ${words.join(", ")}.` : `Did you mean ${guess}?`,
  });
}
