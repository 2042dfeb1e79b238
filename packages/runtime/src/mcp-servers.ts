import { mcp, type McpSettings } from "@skein/extensions";
import type { Extension } from "@skein/protocol";

/** MCP servers as extensions with unique names; none is started. Throws `ConfigError`. */
export function mcpServers(
  servers: readonly McpSettings[],
  taken: readonly string[],
  onNotice: (sentence: string) => void = () => undefined,
): readonly Extension[] {
  const names = new Set(taken);
  return servers.map((settings) => {
    const { name } = mcp(settings);
    let free = name;
    for (let count = 2; names.has(free); count++) free = `${name}-${count}`;
    names.add(free);
    return mcp({ onNotice, ...settings, name: free });
  });
}
