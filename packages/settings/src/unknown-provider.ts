import { ConfigError, type NextStep } from "@skein/protocol";
import { nearestWord } from "@skein/platform/words";

/** The error for a provider that does not exist, wherever it was named. */
export function unknownProvider(id: string, known: readonly string[], nextStep?: NextStep): ConfigError {
  return new ConfigError("unknown-provider", `There is no provider "${id}".`, {
    hint: `${providerGuess([id], known)}Use one of: ${known.join(", ")}.`,
    ...(nextStep ? { nextStep } : {}),
  });
}

/** `Did you mean anthropic? `: the known providers that were most likely meant; empty if none is close. */
export function providerGuess(ids: readonly string[], known: readonly string[]): string {
  const guesses = [...new Set(ids.flatMap((id) => nearestWord(id, known) ?? []))];
  return guesses.length === 0 ? "" : `Did you mean ${guesses.join(", ")}? `;
}
