import { join } from "node:path";

const inHome: readonly string[] = [
  // keys and cloud accounts
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".oci",
  ".kube",
  ".docker",
  ".config/gcloud",
  ".config/doctl",
  ".config/rclone",
  ".config/sops",
  ".config/op",
  ".terraform.d",
  ".vault-token",
  ".databrickscfg",
  // registries, databases, version control
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
  ".gradle/gradle.properties",
  ".git-credentials",
  ".config/git/credentials",
  ".config/gh",
  ".config/hub",
  // other agents
  ".claude",
  ".claude.json",
  ".codex",
  ".gemini",
  ".local/share/opencode",
  ".config/goose",
  // passwords and browsers
  ".password-store",
  ".local/share/keyrings",
  ".local/share/kwalletd",
  "Library/Keychains",
  ".mozilla",
  ".thunderbird",
  ".config/google-chrome",
  ".config/chromium",
  ".config/BraveSoftware",
  ".config/microsoft-edge",
  ".config/vivaldi",
  ".config/Bitwarden",
  "snap/firefox",
  "snap/chromium",
  "Library/Application Support/Google/Chrome",
  "Library/Application Support/Firefox",
  "Library/Cookies",
  // what was typed
  ".bash_history",
  ".zsh_history",
  ".psql_history",
  ".mysql_history",
  ".node_repl_history",
  ".python_history",
  ".local/share/fish/fish_history",
];

const ofSystem: readonly string[] = ["/etc/shadow", "/etc/gshadow", "/etc/ssh/ssh_host_rsa_key"].concat(
  ["ed25519", "ecdsa"].map((kind) => `/etc/ssh/ssh_host_${kind}_key`),
);

/** Where keys, tokens, passwords and browser profiles usually are: for `hidden` of a policy. */
export function credentialPaths(home: string): readonly string[] {
  return [...inHome.map((path) => join(home, path)), ...ofSystem];
}
