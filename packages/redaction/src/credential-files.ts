import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { credentialLocations } from "@skein/protocol";
import { isEnvFile } from "./env-files.ts";

/** Names of credential files in any folder. */
const anywhere = new Set(
  [
    "accessTokens.json",
    "application_default_credentials.json",
    "credentials",
    "credentials.toml",
    "credentials.tfrc.json",
    "gradle.properties",
    "kaggle.json",
    "msal_token_cache.json",
    "rclone.conf",
    "_netrc",
    ".boto",
    ".git-credentials",
    ".msmtprc",
    ".my.cnf",
    ".netrc",
    ".npmrc",
    ".pgpass",
    ".pypirc",
    ".s3cfg",
    ".terraformrc",
    ".vault-token",
    ".yarnrc.yml",
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
  return credentialLocations.flatMap(({ files = [] }) => files).map((path) => join(home, path));
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
