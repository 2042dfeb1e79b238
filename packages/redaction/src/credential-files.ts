import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { isEnvFile } from "./env-files.ts";

/** Below the home folder; a path that ends in `/` is a folder of which all files count. */
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

/** Files in the home folder whose names mean nothing elsewhere. */
const onlyInHome = new Set(["config", "config.json", "config.yaml", "hosts.yml", "hub", "settings.xml"]);

/** Names of credential files in any folder. */
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

/** The files in a user's home folder in which programs store credentials. */
export function credentialFilesOf(home: string): readonly string[] {
  return inHome.map((path) => join(home, path));
}

/** Whether a file is a credential file by its name, in any folder: `.env.local`, `credentials`, `.netrc`. */
export function isCredentialFile(path: string): boolean {
  const name = basename(path);
  return isEnvFile(name) || anywhere.has(name.toLowerCase());
}

/** The files directly in a folder; none when it cannot be read. */
export async function pathsIn(folder: string): Promise<readonly string[]> {
  const names = existsSync(folder) ? await readdir(folder).catch(() => []) : [];
  return names.map((name) => join(folder, name));
}
