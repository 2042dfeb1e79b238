import { ConfigError, isJsonObject } from "@skein/protocol";
import { describeOrigin } from "@skein/settings";
import type { Machine } from "../machine.ts";
import type { KnownProviders } from "../providers/known-provider.ts";
import { userEntries } from "./user-entries.ts";

/**
 * Names of what is no secret although it looks like one: `redaction.allow` in the user's own files. Throws `ConfigError`
 * when a provider's key is among them.
 */
export function notSecret(machine: Machine, providers: KnownProviders): Promise<readonly string[]> {
  return namesIn(machine, providers, ["redaction", "allow", "hidden always"]);
}

/**
 * Names of variables that commands of the shell get besides: `shell.env` in the user's own files. Throws `ConfigError`
 * when a provider's key is among them.
 */
export function commandVariables(machine: Machine, providers: KnownProviders): Promise<readonly string[]> {
  return namesIn(machine, providers, ["shell", "env", "never given to commands"]);
}

async function namesIn(
  machine: Machine,
  providers: KnownProviders,
  [key, field, how]: readonly ["redaction" | "shell", string, string],
): Promise<readonly string[]> {
  const keys = new Set(Object.values(providers).flatMap(({ keyVariables }) => keyVariables));
  const found = (await userEntries(machine)).filter((section) => section.key === key);
  return found.flatMap(({ value, origin }) => {
    const said = isJsonObject(value) ? value[field] : undefined;
    const names = Array.isArray(said) ? (said as readonly string[]) : [];
    const refused = names.find((name) => keys.has(name));
    if (refused === undefined) return names;
    throw new ConfigError(
      "usage",
      `${describeOrigin(origin)}: ${key}.${field} names ${refused}, a provider's key, which is ${how}.`,
      { hint: "Take it out there." },
    );
  });
}
