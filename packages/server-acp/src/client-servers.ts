import { RequestError, type McpServer } from "@agentclientprotocol/sdk/unstable";
import type { McpSettings } from "@skein/extensions";

/** The MCP servers that a client brings; commands start in `cwd`. Throws `RequestError`. */
export function clientServers(servers: readonly McpServer[], cwd: string): readonly McpSettings[] {
  return servers.map((server) => {
    if (!("type" in server)) {
      const { name, command, args, env } = server;
      return { name, command, args, env: byName(env), cwd };
    }
    if (server.type === "http")
      return { name: server.name, url: server.url, headers: byName(server.headers) };
    throw RequestError.invalidParams(
      { server: server.name },
      `${server.name}: servers are reached over stdio and streamable HTTP, not over ${server.type}.`,
    );
  });
}

function byName(pairs: readonly { readonly name: string; readonly value: string }[]): Record<string, string> {
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}
