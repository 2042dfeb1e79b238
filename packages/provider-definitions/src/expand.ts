import { ConfigError } from "@skein/protocol";
import type { SecretSource } from "@skein/provider-kit";
import type { ProviderDefinition } from "./definition.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Puts values in the place of `${NAME}`. */
export type Expand = (text: string) => string;

/**
 * Looks up the variables of a definition: the environment, kept secrets for those that are secret, their
 * defaults.
 *
 * Throws `ConfigError` for a required variable that is not set.
 */
export async function variablesOf(
  definition: ProviderDefinition,
  env: Environment,
  secrets: SecretSource | undefined,
): Promise<Expand> {
  const kept = new Map<string, string>();
  for (const { name, isSecret } of definition.variables) {
    const value = isSecret && !env[name]?.trim() ? await secrets?.(name) : undefined;
    if (value !== undefined) kept.set(name, value);
  }
  return plainVariablesOf(definition, env, kept);
}

/**
 * The same without a look at kept secrets, but for those that are given.
 *
 * Throws `ConfigError` for a required variable that is not set.
 */
export function plainVariablesOf(
  { name, variables, setupSteps }: ProviderDefinition,
  env: Environment,
  kept: ReadonlyMap<string, string> = new Map(),
): Expand {
  const values = new Map<string, string>();
  for (const variable of variables) {
    const value = env[variable.name]?.trim() || (kept.get(variable.name) ?? variable.default);
    if (value !== undefined) values.set(variable.name, value);
    else if (variable.isRequired) throw missing(name, variable.name, variable.description, setupSteps);
  }
  return (text) =>
    text.replace(/\$\{(\w+)\}/g, (_, variable: string) => {
      const value = values.get(variable) ?? env[variable]?.trim();
      if (value === undefined || value === "") {
        const said = variables.find((known) => known.name === variable)?.description ?? "";
        throw missing(name, variable, said, setupSteps);
      }
      return value;
    });
}

function missing(
  provider: string,
  variable: string,
  description: string,
  setupSteps: readonly string[],
): ConfigError {
  const what = description === "" ? "" : ` (${description.replace(/\.$/, "")})`;
  const hint = [`Set ${variable}${what}.`, ...setupSteps].join("\n");
  return new ConfigError("usage", `${provider} needs ${variable}, and it is not set.`, { hint });
}
