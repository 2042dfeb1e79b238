import type { ListedTool } from "../listed-tool.ts";
import type { McpSettings } from "../settings.ts";

/** Those that the user wants of a server. Others are as if it did not have them. */
export function wantedTools(
  tools: readonly ListedTool[],
  { tools: wanted, excludeTools = [] }: McpSettings,
): readonly ListedTool[] {
  return tools.filter(({ name }) => (wanted?.includes(name) ?? true) && !excludeTools.includes(name));
}
