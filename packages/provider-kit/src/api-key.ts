import { ConfigError } from "@skein/protocol";

/** Where keys are kept besides the environment, a keyring say. Gets a variable's name. */
export type SecretSource = (name: string) => string | undefined | Promise<string | undefined>;

export interface KeyRequest {
  /** The provider's id, for the message. */
  readonly provider: string;
  /** Given by the caller; wins over everything. */
  readonly explicit?: string | undefined;
  /** Names of environment variables, the first that is set wins. */
  readonly variables: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Asked for each name after the environment. */
  readonly secrets?: SecretSource | undefined;
}

/**
 * The key of a provider, without surrounding white space.
 *
 * Throws `ConfigError`: `missing-key` when there is none, `usage` when it has characters that no HTTP header can
 * carry. The key itself is never in a message.
 */
export async function apiKey({ provider, explicit, variables, env, secrets }: KeyRequest): Promise<string> {
  const found =
    firstSet([explicit, ...variables.map((name) => env[name])]) ?? (await fromSource(variables, secrets));
  const [name = "the key"] = variables;
  if (found === undefined) {
    throw new ConfigError("missing-key", `There is no key for ${provider}.`, {
      hint: `Set ${variables.join(" or ")} to your key.`,
      nextStep: { do: "store-key" },
    });
  }
  if (!/^[\x21-\x7e]+$/.test(found)) {
    const message = `The key for ${provider} has spaces or characters that no key has.`;
    throw new ConfigError("usage", message, {
      hint: `Copy the key again, whole and alone, and set ${name} to it.`,
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
