import { credentialLocations, protectedNames, type CredentialLocation } from "@skein/protocol";

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

const projectSecrets: readonly string[] = [".env", ".env.*", ".envrc"];

/** The one list; docs/guarded-paths.md is checked against it. Letters match in either case. */
export const guardedPaths: readonly GuardedPath[] = [
  ...list("reads", "holds keys", [
    ...inHome("keys"),
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
  ...list("reads", "holds credentials", [...inHome("credentials"), "/proc/*/environ", "/etc/shadow"]),
  ...list("reads", "holds passwords", [...inHome("passwords"), "*.kdbx"]),
  ...list("reads", "holds the secrets of a project", projectSecrets),
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
    "/var/spool/cron",
    "/etc/cron.d",
    "/etc/profile.d",
  ]),
  ...list("writes", "decides what git runs", ["~/.gitconfig", "~/.config/git", ".git", "/etc/gitconfig"]),
  ...list(
    "writes",
    "decides which servers and commands programs start",
    // A file of secrets is guarded from reading as well, above.
    protectedNames.map(([name]) => name).filter((name) => !projectSecrets.includes(name)),
  ),
];

function inHome(kind: CredentialLocation["holds"]): readonly string[] {
  return credentialLocations
    .filter(({ holds }) => holds === kind)
    .flatMap(({ path, guarded = [path] }) => guarded.map((one) => `~/${one}`));
}

function list(from: GuardedPath["from"], what: string, paths: readonly string[]): readonly GuardedPath[] {
  return paths.map((path) => ({ path, from, what }));
}
