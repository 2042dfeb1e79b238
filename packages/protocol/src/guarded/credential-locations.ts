/**
 * Place below the home folder where a program stores keys, passwords or other
 * private data.
 */
export interface CredentialLocation {
  /** File or folder, relative to the home folder. */
  readonly path: string;
  /** Content of the place, as users read it in a question. */
  readonly holds: "keys" | "credentials" | "passwords" | "browser data" | "typed commands";
  /**
   * Files that tools may not touch without asking. Default: all of `path`.
   * Empty: no question is asked about it.
   */
  readonly guarded?: readonly string[];
  /**
   * Files whose secrets are redacted everywhere. Default: none, because they
   * cannot be read as text.
   */
  readonly files?: readonly string[];
}

/**
 * Places that contain credentials. The only such table: what the sandbox hides,
 * what tools ask about, and where the redactor reads secrets are all derived
 * from it.
 */
export const credentialLocations: readonly CredentialLocation[] = [
  ...at("keys", [".ssh", ".gnupg", ".age", ".config/age", ".config/sops"]),
  // Cloud accounts.
  inFiles(".aws", "credentials"),
  inFiles(".azure", "accessTokens.json", "msal_token_cache.json"),
  inFiles(".kube", "config"),
  inFiles(".config/gcloud", "application_default_credentials.json"),
  inFiles(".config/doctl", "config.yaml"),
  inFiles(".config/rclone", "rclone.conf"),
  inFiles(".pulumi", "credentials.json"),
  inFiles(".fly", "config.yml"),
  inFiles(".supabase", "access-token"),
  inFiles(".config/netlify", "config.json"),
  inFiles(".netlify", "config.json"),
  inFiles(".config/.wrangler", "config/default.toml"),
  inFiles(".wrangler", "config/default.toml"),
  inFiles(".local/share/com.vercel.cli", "auth.json"),
  inFiles(".config/stripe", "config.toml"),
  inFiles(".config/ngrok", "ngrok.yml"),
  inFiles(".ngrok2", "ngrok.yml"),
  inFiles(".config/helm", "registry/config.json", "repositories.yaml"),
  inFiles(".snowflake", "config.toml", "connections.toml"),
  inFiles(".snowsql", "config"),
  inFiles(".dbt", "profiles.yml"),
  inFiles(".kaggle", "kaggle.json"),
  inFiles(".huggingface", "token"),
  ...at("credentials", [".oci", ".config/op", ".config/heroku", ".databrickscfg", ".config/kaggle"]),
  part(".docker", "config.json"),
  part(".terraform.d", "credentials.tfrc.json"),
  ...files([
    ".vault-token",
    ".terraformrc",
    ".s3cfg",
    ".boto",
    ".msmtprc",
    ".config/msmtp/config",
    ".cache/huggingface/token",
    ".cache/huggingface/stored_tokens",
  ]),
  // Registries, databases, version control.
  ...files([
    ".netrc",
    "_netrc",
    ".npmrc",
    ".yarnrc.yml",
    ".pypirc",
    ".pgpass",
    ".my.cnf",
    ".gem/credentials",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".m2/settings.xml",
    ".m2/settings-security.xml",
    ".gradle/gradle.properties",
    ".composer/auth.json",
    ".config/composer/auth.json",
    ".nuget/NuGet/NuGet.Config",
    ".config/NuGet/NuGet.Config",
    ".git-credentials",
    ".config/git/credentials",
  ]),
  inFiles(".config/gh", "hosts.yml"),
  inFiles(".config/glab-cli", "config.yml"),
  { path: ".config/hub", holds: "credentials", files: [".config/hub"] },
  // Other agents.
  { path: ".claude", holds: "credentials", guarded: [".claude/.credentials.json"] },
  { path: ".codex", holds: "credentials", guarded: [".codex/auth.json"] },
  { path: ".gemini", holds: "credentials", guarded: [".gemini/oauth_creds.json"] },
  { path: ".local/share/opencode", holds: "credentials", guarded: [".local/share/opencode/auth.json"] },
  ...at("credentials", [".claude.json", ".copilot", ".config/github-copilot"]),
  unasked(".config/goose", "credentials"),
  // Passwords.
  ...at("passwords", [
    ".password-store",
    ".local/share/keyrings",
    ".local/share/kwalletd",
    "Library/Keychains",
    ".config/Bitwarden",
    ".config/Bitwarden CLI",
    ".1password",
  ]),
  ...[
    ".mozilla",
    ".thunderbird",
    ".config/google-chrome",
    ".config/chromium",
    ".config/BraveSoftware",
    ".config/microsoft-edge",
    ".config/vivaldi",
    "snap/firefox",
    "snap/chromium",
    "Library/Application Support/Google/Chrome",
    "Library/Application Support/Firefox",
    "Library/Cookies",
  ].map((path) => unasked(path, "browser data")),
  ...[
    ".bash_history",
    ".zsh_history",
    ".psql_history",
    ".mysql_history",
    ".node_repl_history",
    ".python_history",
    ".local/share/fish/fish_history",
  ].map((path) => unasked(path, "typed commands")),
];

/**
 * Builds locations that are guarded as a whole and never read by the redactor.
 */
function at(holds: CredentialLocation["holds"], paths: readonly string[]): readonly CredentialLocation[] {
  return paths.map((path) => ({ path, holds }));
}

/** Builds locations of single files, whose secrets are redacted. */
function files(paths: readonly string[]): readonly CredentialLocation[] {
  return paths.map((path) => ({ path, holds: "credentials", files: [path] }));
}

/** Builds the location of a folder whose secrets are in these files. */
function inFiles(path: string, ...names: readonly string[]): CredentialLocation {
  return { path, holds: "credentials", files: names.map((name) => `${path}/${name}`) };
}

/** Builds the location of a folder in which only this file contains secrets. */
function part(path: string, name: string): CredentialLocation {
  const file = `${path}/${name}`;
  return { path, holds: "credentials", guarded: [file], files: [file] };
}

/** Builds a location that the sandbox hides and no question is asked about. */
function unasked(path: string, holds: CredentialLocation["holds"]): CredentialLocation {
  return { path, holds, guarded: [] };
}
