/** What MCP Apps are called in capabilities. */
export const appsExtension = "io.modelcontextprotocol/ui";

/** Of their pages. */
export const appMediaType = "text/html;profile=mcp-app";
