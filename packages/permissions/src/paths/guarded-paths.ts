/** A file or folder that no tool may touch unasked. */
export interface GuardedPath {
  /**
   * `~/x` is in the home folder, `/x` at the root; anything else may be in any folder. A folder stands for all that is in
   * it. `*` in a name is any text without `/`.
   */
  readonly path: string;
  /** `reads`: it must not be seen. `writes`: it may be read, and to change it is to change what runs later. */
  readonly from: "reads" | "writes";
  /** After "it holds" or "it decides", for people and models. */
  readonly what: string;
}

/** The one list; docs/guarded-paths.md is checked against it. Letters match in either case. */
export const guardedPaths: readonly GuardedPath[] = [
  ...list("reads", "holds keys", [
    "~/.ssh",
    "~/.gnupg",
    "*.pem",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ecdsa_sk",
    "id_ed25519",
    "id_ed25519_sk",
  ]),
  ...list("reads", "holds credentials", [
    "~/.aws",
    "~/.azure",
    "~/.oci",
    "~/.kube",
    "~/.docker/config.json",
    "~/.netrc",
    "~/_netrc",
    "~/.git-credentials",
    "~/.npmrc",
    "~/.yarnrc.yml",
    "~/.pypirc",
    "~/.pgpass",
    "~/.my.cnf",
    "~/.vault-token",
    "~/.cargo/credentials",
    "~/.cargo/credentials.toml",
    "~/.gem/credentials",
    "~/.m2/settings.xml",
    "~/.gradle/gradle.properties",
    "~/.terraform.d/credentials.tfrc.json",
    "~/.config/gh",
    "~/.config/hub",
    "~/.config/gcloud",
    "~/.config/doctl",
    "~/.config/op",
    "~/.config/rclone",
    "~/.config/sops",
    "~/.config/git/credentials",
    "~/.claude/.credentials.json",
    "~/.claude.json",
    "~/.codex/auth.json",
    "~/.gemini/oauth_creds.json",
    "~/.local/share/opencode/auth.json",
    "/proc/*/environ",
    "/etc/shadow",
  ]),
  ...list("reads", "holds passwords", [
    "~/.password-store",
    "~/.local/share/keyrings",
    "~/.local/share/kwalletd",
    "~/Library/Keychains",
    "*.kdbx",
  ]),
  ...list("reads", "holds the secrets of a project", [".env", ".env.*", ".envrc"]),
  ...list("writes", "decides what shells run", [
    "~/.bashrc",
    "~/.bash_profile",
    "~/.bash_login",
    "~/.bash_logout",
    "~/.profile",
    "~/.zshrc",
    "~/.zshenv",
    "~/.zprofile",
    "~/.zlogin",
    "~/.zlogout",
    "~/.kshrc",
    "~/.config/fish",
    "~/.inputrc",
  ]),
  ...list("writes", "decides what starts with the session", [
    "~/.config/autostart",
    "~/.config/systemd",
    "~/Library/LaunchAgents",
  ]),
  ...list("writes", "decides what git runs", ["~/.gitconfig", "~/.config/git", ".git"]),
  ...list("writes", "decides which servers and commands programs start", [
    ".mcp.json",
    ".vscode",
    ".idea",
    ".skein",
    ".claude",
    ".cursor",
  ]),
];

/** Stand-ins that belong into version control: `.env.example` and the like. */
export const sampleEndings: readonly string[] = [
  "example",
  "sample",
  "template",
  "dist",
  "default",
  "defaults",
  "schema",
];

function list(from: GuardedPath["from"], what: string, paths: readonly string[]): readonly GuardedPath[] {
  return paths.map((path) => ({ path, from, what }));
}
