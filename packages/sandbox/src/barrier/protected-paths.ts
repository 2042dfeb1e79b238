import { join } from "node:path";

/** What programs outside of the sandbox run, start or obey because it is in the folder that they work in. */
const inWorkspace: readonly string[] = [".skein", ".mcp.json", ".vscode", ".idea", ".claude", ".cursor"];

/** What shells, Git and the desktop run for the user. */
const inHome: readonly string[] = [
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
  ".gitconfig",
  ".config/git",
  ".config/autostart",
  ".config/systemd",
  "Library/LaunchAgents",
  ".local/bin",
  "bin",
  ".cargo/bin",
];

/** For `protect` of a policy. What Git runs is protected in any case. */
export function protectedPaths(home: string, workspace: string): readonly string[] {
  return [...inWorkspace.map((path) => join(workspace, path)), ...inHome.map((path) => join(home, path))];
}
