import { parseEnv } from "node:util";
import { envFilesIn } from "./env-files.ts";
import type { KnownSecret } from "./known-secrets.ts";
import { readSmallFile } from "./read-small-file.ts";
import { secretsIn } from "./secrets-in.ts";

export interface SecretSources {
  /** The environment: variables whose names say that they are secret, and passwords in the addresses of all. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Files of the form of `.env`: besides, all values that look random, whatever their names. */
  readonly files?: readonly string[];
  /** Folders whose `.env` files are read, see `envFilesIn`. */
  readonly folders?: readonly string[];
}

/**
 * The values that are worth hiding: at least eight characters with enough entropy, and no numbers, paths, plain words
 * or stand-ins such as `changeme`. Files that cannot be read, or are larger than a megabyte, are skipped.
 */
export async function collectSecrets({
  env = {},
  files = [],
  folders = [],
}: SecretSources): Promise<readonly KnownSecret[]> {
  const inFolders = (await Promise.all(folders.map(envFilesIn))).flat();
  const texts = await Promise.all([...files, ...inFolders].map(readSmallFile));
  return [
    ...Object.entries(env).flatMap(([name, value = ""]) => secretsIn(name, value, false)),
    ...texts.flatMap((text = "") => secretsOfEnvText(text)),
  ];
}

function secretsOfEnvText(text: string): readonly KnownSecret[] {
  const variables = parseEnv(text.replace(/^\uFEFF/, ""));
  return Object.entries(variables).flatMap(([name, value = ""]) => secretsIn(name, value, true));
}
