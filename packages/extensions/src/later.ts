// What this package loads when it is first needed.

export const loadJsonSchema = () => import("@skein/extension-kit/json-schema");
export const loadMcpClient = () => import("@modelcontextprotocol/client");
