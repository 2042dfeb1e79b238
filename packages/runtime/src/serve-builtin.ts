import { rm } from "node:fs/promises";
import { builtinExtensions, type BuiltinSettings } from "./builtin-extensions.ts";
import { makeTemporaryFolder } from "./folders/temporary-folder.ts";
import { loadServe } from "./later.ts";

export interface ServeBuiltinOptions {
  /** Working folder of its tools; absolute. */
  readonly cwd: string;
  /** Reported to clients. */
  readonly version: string;
  /** Stops the server. */
  readonly signal: AbortSignal;
  /** What single extensions need. Default: nothing. */
  readonly builtins?: BuiltinSettings;
}

/**
 * Serves a built-in extension over MCP on standard input and output. Resolves when the client has
 * disconnected or `signal` is aborted, and everything is cleaned up, including the files of its calls.
 *
 * @throws ConfigError for an unknown name.
 */
export async function serveBuiltin(name: string, options: ServeBuiltinOptions): Promise<void> {
  const [extension] = await builtinExtensions([name], options.builtins);
  if (!extension) return;
  const { serve } = await loadServe();
  const callFolders = await makeTemporaryFolder("skein-mcp-");
  try {
    await serve(extension, { ...options, callFolders });
  } finally {
    await rm(callFolders, { recursive: true, force: true, maxRetries: 3 });
  }
}
