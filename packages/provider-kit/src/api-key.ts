import { ConfigError } from "@skein/protocol";

/** Looks up a key outside of the environment, such as in a keyring, by its variable's name. */
export type SecretSource = (name: string) => string | undefined | Promise<string | undefined>;

export interface KeyRequest {
  /** The provider's id, for the message. */
  readonly provider: string;
  /** Passed by the caller; takes precedence over everything. */
  readonly explicit?: string | undefined;
  /** Names of environment variables; the first one that is set is used. */
  readonly variables: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Tried for each name after the environment. */
  readonly secrets?: SecretSource | undefined;
}

/**
 * Looks up the key of a provider, without surrounding white space.
 *
 * Throws `ConfigError`: `missing-key` when no key is set, `usage` when it has characters that are invalid in
 * HTTP headers. Messages never contain the key.
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
  if (!/^[\x21-\x7e]+$/.test(found)) {
    const message = `The key for ${provider} contains spaces or invalid characters.`;
    throw new ConfigError("usage", message, {
      hint: `Copy the complete key again, without anything else, and set ${name} to it.`,
    });
  }
  return found;
}

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

function firstSet(values: readonly (string | undefined)[]): string | undefined {
  return values.map((value) => value?.trim()).find((value) => value !== undefined && value !== "");
}
