import { mcp, type McpUrlSettings } from "@skein/extensions";

/** Connects to a server once, so that a login that it requires takes place. Throws `ExtensionError`. */
export async function logInToServer(server: McpUrlSettings, signal: AbortSignal): Promise<void> {
  const extension = mcp(server);
  try {
    await extension.tools(signal);
  } finally {
    await extension.close();
  }
}
