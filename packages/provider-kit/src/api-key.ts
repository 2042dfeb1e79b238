// Keys of providers. A key is looked up on first use, not when a provider is
// created, so that listing or configuring providers never asks a keyring. The
// order of the places is the same for every provider: what a program passes
// wins over the environment, and the environment over stored secrets.
import { ConfigError } from "@skein/protocol";

/**
 * Looks up a key outside of the environment, such as in a keyring.
 *
 * @param name - name of the environment variable that the key would be in.
 * @returns the key, or undefined if the source does not have it.
 *
 * @example
 * ```ts
 * const stored: SecretSource = (name) => (name === "EXAMPLE_API_KEY" ? "secret" : undefined);
 * ```
 */
export type SecretSource = (name: string) => string | undefined | Promise<string | undefined>;

/**
 * Places to look for the key of a provider, in this order: `explicit`, `env`,
 * `secrets`.
 */
export interface KeyRequest {
  /** Id of the provider, for error messages. */
  readonly provider: string;
  /**
   * Key passed by the caller. Takes precedence over everything else. Empty and
   * blank keys count as absent.
   */
  readonly explicit?: string | undefined;
  /**
   * Names of environment variables. The first one that is set is used. The
   * first name also appears in hints, so list the preferred one first.
   */
  readonly variables: readonly string[];
  /** Environment, normally `process.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Source to try for each name after the environment. Default: none. */
  readonly secrets?: SecretSource | undefined;
}

/**
 * Looks up the key of a provider, without surrounding white space.
 *
 * Throws `ConfigError`: `missing-key` if no key is set, `usage` if it has
 * characters that are invalid in HTTP headers. Messages never contain the key.
 *
 * @example
 * ```ts
 * const key = await apiKey({
 *   provider: "example",
 *   variables: ["EXAMPLE_API_KEY"],
 *   env: process.env,
 * });
 * ```
 */
export async function apiKey({ provider, explicit, variables, env, secrets }: KeyRequest): Promise<string> {
  const found =
    firstSet([explicit, ...variables.map((name) => env[name])]) ?? (await fromSource(variables, secrets));
  const [name = "the key"] = variables;
  if (found === undefined) {
    throw new ConfigError("missing-key", `No API key for ${provider}.`, {
      hint: `Set ${variables.join(" or ")} to your key.`,
      nextStep: { do: "store-key" },
    });
  }
  // A key with a line feed or a typographic quote comes from copying. `fetch`
  // and Node would reject the header with an error that quotes the key.
  if (!/^[\x21-\x7e]+$/.test(found)) {
    const message = `The key for ${provider} contains spaces or invalid characters.`;
    throw new ConfigError("usage", message, {
      hint: `Copy the complete key again, without anything else, and set ${name} to it.`,
    });
  }
  return found;
}

/**
 * Asks the source for one name after the other, because a keyring can ask the
 * user for each.
 */
async function fromSource(
  variables: readonly string[],
  secrets: SecretSource | undefined,
): Promise<string | undefined> {
  if (!secrets) return undefined;
  for (const name of variables) {
    const found = firstSet([await secrets(name)]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Finds the first value that is not blank, trimmed. */
function firstSet(values: readonly (string | undefined)[]): string | undefined {
  return values.map((value) => value?.trim()).find((value) => value !== undefined && value !== "");
}
