export { mcpServerOf, type McpServerOptions } from "./mcp-server.ts";
export { serve, type ServeOptions } from "./serve.ts";
export { serveHttp, type HttpServing, type ServeHttpOptions } from "./http/serve-http.ts";
