// Extensions as MCP servers. `serve` is for servers that a client starts as a
// program, and `serveHttp` for servers that run on their own. `mcpServerOf` is
// for every other transport: it creates servers of the MCP library, to be
// connected by the caller. All three speak revision 2026-07-28 and those of
// 2025.

export { mcpServerOf, type McpServerOptions } from "./mcp-server.ts";
export { serve, type ServeOptions } from "./serve.ts";
export { serveHttp, type HttpServing, type ServeHttpOptions } from "./http/serve-http.ts";
