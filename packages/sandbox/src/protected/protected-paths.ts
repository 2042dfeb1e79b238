import { join } from "node:path";
import { credentialLocations, protectedNames } from "@skein/protocol";

/** A path that programs outside the sandbox obey. */
export interface ProtectedPath {
  /** Absolute. */
  readonly path: string;
  /** What obeys it, as the end of the sentence "It decides …". */
  readonly reason: string;
  /**
   * `content`: commands may write what the history of the repository has there; anything else is reported after the call.
   * `mount`: read-only where it exists.
   */
  readonly by: "content" | "mount";
}

/** What shells, Git and the desktop run for the user, in the home folder. */
const inHome: readonly (readonly [reason: string, paths: readonly string[]])[] = [
  [
    "what shells run",
    [
      ".bashrc",
      ".bash_profile",
      ".bash_login",
      ".bash_logout",
      ".profile",
      ".inputrc",
      ".kshrc",
      ".zshrc",
      ".zshenv",
      ".zprofile",
      ".zlogin",
      ".zlogout",
      ".config/fish",
    ],
  ],
  ["what Git runs", [".gitconfig", ".config/git"]],
  ["what starts with the session", [".config/autostart", ".config/systemd", "Library/LaunchAgents"]],
  ["which programs shells find", [".local/bin", "bin", ".cargo/bin"]],
];

/**
 * For `protect` of a policy. What Git runs is protected in any case. Credentials are hidden where they exist: where they do not,
 * a command must not make them up.
 */
export function protectedPaths(home: string, workspace: string): readonly ProtectedPath[] {
  return [
    ...protectedNames.map(([name, reason]): ProtectedPath => ({
      path: join(workspace, name),
      reason,
      by: "content",
    })),
    ...inHome.flatMap(([reason, paths]) =>
      paths.map((path): ProtectedPath => ({ path: join(home, path), reason, by: "mount" })),
    ),
    ...credentialLocations.map(({ path }): ProtectedPath => ({
      path: join(home, path),
      reason: "which credentials programs use",
      by: "mount",
    })),
  ];
}
