import { randomBytes } from "node:crypto";
import { mapStrings, type Redactor } from "@skein/protocol";
import { collectSecrets, createRedactor, type KnownSecret } from "@skein/redaction";
import { openRedactor } from "@skein/runtime";
import type { Machine } from "../machine.ts";
import type { ProviderRegistry } from "../providers/provider-registry.ts";
import { notSecret } from "../settings/secret-settings.ts";
import { keptSecrets } from "./kept-secrets.ts";

export interface RedactorSources {
  readonly machine: Machine;
  readonly providers: Pick<ProviderRegistry, "known" | "learn">;
}

/**
 * Keys of providers, those that are defined in `cwd` among them, that are kept in the keyring or in files. Throws
 * `ConfigError` for a file that cannot be read.
 */
export async function keptKeys(
  { machine, providers }: RedactorSources,
  cwd: string,
): Promise<readonly KnownSecret[]> {
  const store = keptSecrets(machine);
  await providers.learn(machine, cwd);
  const names = new Set(Object.values(providers.known).flatMap(({ keyVariables }) => keyVariables));
  const found = await Promise.all(
    [...names].map(async (name) => {
      const value = await store.get(name);
      return value === undefined ? [] : [{ name, value }];
    }),
  );
  return found.flat();
}

/** Knows the secrets of the environment, of the folder's `.env` files, the given keys, and forms of tokens. */
export async function machineRedactor(
  { machine, providers }: RedactorSources,
  cwd: string,
  keys: readonly KnownSecret[],
): Promise<Redactor> {
  return openRedactor({
    dataFolder: machine.directories.data,
    cwd,
    env: machine.env,
    secrets: keys,
    allow: await notSecret(machine, providers.known),
  });
}

/** Replaces the secrets in all strings of a value that is shown and not stored. */
export type OutputRedaction = <Value extends object>(value: Value) => Value;

/**
 * Redacts the secrets in what is shown of a machine and not stored: settings and errors quote them. Where keys, settings or
 * the data folder cannot be read, it knows the rest, at least those of the environment and tokens of known formats.
 *
 * @param place - where to look for more: the sources and the working folder. May throw if there is no such place.
 */
export async function outputRedaction(
  env: Machine["env"],
  place: () => readonly [RedactorSources, cwd: string],
): Promise<OutputRedaction> {
  const spareKey = randomBytes(32);
  const open = async (): Promise<Redactor> => {
    const [sources, cwd] = place();
    const secrets = await keptKeys(sources, cwd).catch(() => []);
    return openRedactor({ dataFolder: sources.machine.directories.data, cwd, env, secrets, spareKey });
  };
  const redactor = await open().catch(async () =>
    createRedactor({ key: spareKey, secrets: await collectSecrets({ env }) }),
  );
  return (value) => mapStrings(value, (text) => redactor.redact(text));
}
