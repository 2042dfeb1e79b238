export { mcpServerOf, type McpServerOptions } from "./mcp-server.ts";
export { serve, type ServeOptions } from "./serve.ts";
