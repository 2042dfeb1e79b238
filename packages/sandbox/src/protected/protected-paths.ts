import { join } from "node:path";

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

/** Names in the working folder, with the reason for each. The one table: docs/sandbox.md is checked against it. */
export const protectedNames: readonly (readonly [name: string, reason: string])[] = [
  [".skein", "what Skein loads and runs"],
  [".mcp.json", "which MCP servers agents start"],
  [".claude", "which hooks and commands Claude Code runs"],
  [".cursor", "which rules, hooks and MCP servers Cursor uses"],
  [".gemini", "which MCP servers and tools Gemini CLI starts"],
  [".codex", "which commands and MCP servers Codex starts"],
  ["opencode.json", "which MCP servers and plugins opencode starts"],
  [".windsurf", "which rules and workflows Windsurf follows"],
  [".vscode", "which tasks and programs VS Code starts"],
  [".idea", "which run configurations and tools JetBrains IDEs start"],
  [".zed", "which tasks and servers Zed starts"],
  [".devcontainer", "which containers and commands editors start for the folder"],
  [".envrc", "what direnv runs when a shell enters the folder"],
  [".husky", "what Git hooks run"],
  [".pre-commit-config.yaml", "what the hooks of pre-commit run"],
  [".yarnrc.yml", "which program and plugins Yarn runs"],
];

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

/** For `protect` of a policy. What Git runs is protected in any case. */
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
  ];
}
