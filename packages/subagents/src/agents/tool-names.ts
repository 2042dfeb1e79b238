/** Other programs' names of tools that Skein has too. */
const ours: Readonly<Record<string, string>> = {
  bash: "shell",
  shell: "shell",
  read: "read",
  write: "write",
  edit: "edit",
  multiedit: "edit",
  patch: "edit",
  apply_patch: "edit",
  grep: "search",
  glob: "search",
  list: "tree",
  ls: "tree",
  task: "subagent",
  agent: "subagent",
};

/**
 * Translates another program's tool name; unknown names stay unchanged. `undefined` for a name with conditions, such
 * as `Bash(git *)`: a tool is either available or not, and allowing more than intended is not an option.
 */
export function ownToolName(foreign: string): string | undefined {
  const name = foreign.trim();
  if (name.includes("(")) return undefined;
  const known = name.toLowerCase();
  return Object.hasOwn(ours, known) ? ours[known] : name.replace(/^mcp__/, "");
}
