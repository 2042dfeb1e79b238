import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { isEnvFile } from "./env-files.ts";

/** Below the home folder; one that ends in `/` is a folder, of which all files count. */
const inHome = [
  ".aws/credentials",
  ".azure/accessTokens.json",
  ".azure/msal_token_cache.json",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".config/doctl/config.yaml",
  ".config/gcloud/application_default_credentials.json",
  ".config/gh/hosts.yml",
  ".config/git/credentials",
  ".config/hub",
  ".config/rclone/rclone.conf",
  ".docker/config.json",
  ".gem/credentials",
  ".git-credentials",
  ".gradle/gradle.properties",
  ".kube/config",
  ".m2/settings.xml",
  ".my.cnf",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pgpass",
  ".pypirc",
  ".terraform.d/credentials.tfrc.json",
  ".vault-token",
  ".yarnrc.yml",
] as const;

/** Names of files in the home folder that may be anything elsewhere. */
const onlyInHome = new Set(["config", "config.json", "config.yaml", "hosts.yml", "hub", "settings.xml"]);

/** Names that files with credentials have anywhere. */
const anywhere = new Set(
  [
    ...inHome.map((path) => basename(path)).filter((name) => !onlyInHome.has(name)),
    ".envrc",
    ".htpasswd",
    ".dockercfg",
    "auth.json",
    "credentials.json",
    "credentials.yml",
    "credentials.yaml",
    "secrets.json",
    "secrets.yml",
    "secrets.yaml",
    "secrets.toml",
    "service-account.json",
    "terraform.tfvars",
  ].map((name) => name.toLowerCase()),
);

/** The files of a user's home in which programs keep what they sign in with. */
export function credentialFilesOf(home: string): readonly string[] {
  return inHome.map((path) => join(home, path));
}

/** Whether a file of this name, wherever it is, is one with credentials: `.env.local`, `credentials`, `.netrc`. */
export function isCredentialFile(path: string): boolean {
  const name = basename(path);
  return isEnvFile(name) || anywhere.has(name.toLowerCase());
}

/** All that is right in a folder; nothing when it cannot be read. */
export async function pathsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => join(folder, name));
}
