/** What other programs call the tools that we have too. */
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
 * Another program's name of a tool as ours; one that we do not know stays. `undefined` for a name with conditions,
 * `Bash(git *)` say: a tool is either there or not, and more than was allowed must not be there.
 */
export function ownToolName(foreign: string): string | undefined {
  const name = foreign.trim();
  if (name.includes("(")) return undefined;
  const known = name.toLowerCase();
  return Object.hasOwn(ours, known) ? ours[known] : name.replace(/^mcp__/, "");
}
