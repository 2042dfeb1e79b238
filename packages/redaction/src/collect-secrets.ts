import { credentialFilesOf, pathsIn } from "./credential-files.ts";
import { envFilesIn } from "./env-files.ts";
import type { KnownSecret } from "./known-secrets.ts";
import { readSmallFile } from "./read-small-file.ts";
import { secretsIn } from "./secrets-in.ts";
import { secretsOfText } from "./secrets-of-text.ts";

export interface SecretSources {
  /**
   * The environment. Collected are variables with a secret's name or a clearly random value, and passwords in any
   * URL.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Credential files, in any format. Also collected from these: values that look random, whatever their names. */
  readonly files?: readonly string[];
  /** Folders whose `.env` files are read: see `envFilesIn`. */
  readonly folders?: readonly string[];
  /** The user's home folder, whose usual credential files are read: see `credentialFilesOf`. */
  readonly home?: string | undefined;
  /** A folder of files that hold one secret each; the file name is the secret's name. */
  readonly store?: string | undefined;
}

/**
 * Collects the values worth redacting: at least eight characters with enough entropy, and no numbers, paths, plain
 * words or dummies such as `changeme`. Skips files that cannot be read or are larger than a megabyte.
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
