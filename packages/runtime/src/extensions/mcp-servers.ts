import { join } from "node:path";
import {
  fileExtensionPins,
  fileToolLists,
  mcp,
  type ExtensionPinStore,
  type McpSettings,
  type ToolListStore,
} from "@skein/extensions";
import type { Extension } from "@skein/protocol";

/** @param stateFolder - Skein's folder for what may be lost. */
export function toolListsIn(stateFolder: string): ToolListStore {
  return fileToolLists(join(stateFolder, "tool-lists"));
}

/** @param dataFolder - Skein's folder for what must be kept. */
export function extensionPinsIn(dataFolder: string): ExtensionPinStore {
  return fileExtensionPins(join(dataFolder, "extension-pins"));
}

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
