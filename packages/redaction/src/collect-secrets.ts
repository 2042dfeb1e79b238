import { credentialFilesOf, pathsIn } from "./credential-files.ts";
import { envFilesIn } from "./env-files.ts";
import type { KnownSecret } from "./known-secrets.ts";
import { readSmallFile } from "./read-small-file.ts";
import { secretsIn } from "./secrets-in.ts";
import { secretsOfText } from "./secrets-of-text.ts";

export interface SecretSources {
  /**
   * The environment: variables whose names say that they are secret or whose values are random beyond doubt, and
   * passwords in the addresses of all.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Files with credentials, of any format: besides, all values that look random, whatever their names. */
  readonly files?: readonly string[];
  /** Folders whose `.env` files are read, see `envFilesIn`. */
  readonly folders?: readonly string[];
  /** A user's home, of which the usual files with credentials are read: see `credentialFilesOf`. */
  readonly home?: string | undefined;
  /** A folder of files that hold one secret each, by its name. */
  readonly store?: string | undefined;
}

/**
 * The values that are worth hiding: at least eight characters with enough entropy, and no numbers, paths, plain words
 * or stand-ins such as `changeme`. Files that cannot be read, or are larger than a megabyte, are skipped.
 */
export async function collectSecrets({
  env = {},
  files = [],
  folders = [],
  home,
  store,
}: SecretSources): Promise<readonly KnownSecret[]> {
  const inFolders = (
    await Promise.all([...folders.map(envFilesIn), ...[store ?? []].flat().map(pathsIn)])
  ).flat();
  const ofHome = home === undefined ? [] : credentialFilesOf(home);
  const paths = [...files, ...inFolders, ...ofHome];
  const texts = await Promise.all(paths.map(readSmallFile));
  return [
    ...Object.entries(env).flatMap(([name, value = ""]) => secretsIn(name, value, "environment")),
    ...texts.flatMap((text = "", at) => secretsOfText(paths[at] ?? "", text)),
  ];
}
