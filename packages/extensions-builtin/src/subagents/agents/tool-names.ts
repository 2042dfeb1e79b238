import { toolAlias } from "@skein/protocol";

/**
 * Translates another program's tool name; unknown names stay unchanged. `undefined` for a name with conditions, such
 * as `Bash(git *)`: a tool is either available or not, and allowing more than intended is not an option.
 */
export function ownToolName(foreign: string): string | undefined {
  const name = foreign.trim();
  if (name.includes("(")) return undefined;
  return toolAlias(name) ?? name.replace(/^mcp__/, "");
}
