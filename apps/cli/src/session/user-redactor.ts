import type { Redactor } from "@skein/protocol";
import { openRedactor, type KnownSecret } from "@skein/runtime";
import { directories } from "@skein/settings";
import { keptSecrets } from "@skein/host/secrets";
import { notSecret } from "@skein/host/settings";
import { thisMachine } from "../machine.ts";
import { knownProviders, learnProviders } from "../providers.ts";

/** Keys of providers that are kept in the keyring or in files. Throws `ConfigError` for a file that cannot be read. */
export async function keptKeys(): Promise<readonly KnownSecret[]> {
  const store = keptSecrets(thisMachine());
  await learnProviders(process.cwd());
  const names = new Set(Object.values(knownProviders).flatMap(({ keyVariables }) => keyVariables));
  const found = await Promise.all(
    [...names].map(async (name) => {
      const value = await store.get(name);
      return value === undefined ? [] : [{ name, value }];
    }),
  );
  return found.flat();
}

/** Knows the secrets of the environment, of the folder's `.env` files, the keys that are kept, and forms of tokens. */
export async function userRedactor(cwd: string, secrets?: readonly KnownSecret[]): Promise<Redactor> {
  const dataFolder = directories({ env: process.env }).data;
  return openRedactor({
    dataFolder,
    cwd,
    env: process.env,
    secrets: secrets ?? (await keptKeys()),
    allow: await notSecret(thisMachine(), knownProviders),
  });
}
