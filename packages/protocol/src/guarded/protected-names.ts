/**
 * Names of files and folders in a project that other programs obey, each with
 * the reason.
 *
 * A change there takes effect when someone opens the folder, commits or starts
 * a program. Tools ask before they write to them.
 */
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
