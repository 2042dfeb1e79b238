import { isAbsolute, resolve } from "node:path";
import { ConfigError, isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import { createCollector, type ImportFindings } from "../findings.ts";
import { dollarReferences, readMcpServers } from "../reading/mcp-servers.ts";
import { readMap } from "../reading/read-file.ts";

/** Where programs keep their MCP servers in a file. Claude, Cursor and most; VS Code; its settings; Codex. */
const places = [["mcpServers"], ["servers"], ["mcp", "servers"], ["mcp_servers"]] as const;

/**
 * The MCP servers of another program's file: JSON, also with comments, or TOML. Those that Skein cannot have are
 * left with the reason. Throws `ConfigError` when the file is missing, broken or has no servers.
 *
 * @param cwd - absolute.
 */
export async function readServersFile(file: string, cwd: string): Promise<ImportFindings> {
  const path = isAbsolute(file) ? file : resolve(cwd, file);
  const into = createCollector();
  const content = await readMap(path, path.endsWith(".toml") ? "toml" : "json", into);
  const [problem] = into.found.broken;
  if (!content)
    throw new ConfigError("unreadable", problem ?? `There is no file ${path}.`, { hint: example });
  const servers = serversIn(content);
  if (!servers) throw new ConfigError("unreadable", `${path} has no MCP servers.`, { hint: example });
  readMcpServers(servers, {
    file: path,
    into,
    plainUrl: "http",
    timeoutUnit: path.endsWith(".toml") ? "s" : "ms",
    translate: dollarReferences,
  });
  return into.found;
}

function serversIn(content: JsonObject): JsonObject | undefined {
  for (const place of places) {
    let found: JsonValue | undefined = content;
    for (const key of place) found = isJsonObject(found) ? found[key] : undefined;
    if (isJsonObject(found)) return found;
  }
  return undefined;
}

const example = 'Expected a map "mcpServers" or "servers" (JSON), or "mcp_servers" (TOML).';
