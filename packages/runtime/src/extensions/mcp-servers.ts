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
import { createRedactor } from "@skein/redaction";
import { serverSecrets } from "../secrets/server-secrets.ts";

/**
 * @param stateFolder - Skein's folder for what may be lost.
 * @param server - its secrets are not stored: some servers repeat their environment in a description.
 */
export function toolListsIn(stateFolder: string, server: McpSettings): ToolListStore {
  return fileToolLists(join(stateFolder, "tool-lists"), redactFor(server));
}

/**
 * @param dataFolder - Skein's folder for what must be kept.
 * @param server - its secrets are redacted in what is written. Default: none; for reading.
 */
export function extensionPinsIn(dataFolder: string, server?: McpSettings): ExtensionPinStore {
  return fileExtensionPins(join(dataFolder, "extension-pins"), server && redactFor(server));
}

/** The key need not be the installation's: nothing is restored from these files. */
function redactFor(server: McpSettings): (text: string) => string {
  const redactor = createRedactor({
    key: new Uint8Array(32),
    secrets: "server" in server ? [] : serverSecrets(server),
  });
  return (text) => redactor.redact(text);
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
