import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtinExtensions } from "./builtin-extensions.ts";

export interface ServeBuiltinOptions {
  /** Absolute; where its tools work. */
  readonly cwd: string;
  /** Told to clients. */
  readonly version: string;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Serves a built-in extension over MCP on standard input and output. Resolves when the client has gone or `signal` is
 * aborted, and nothing of it is left; the files of its calls are gone then too.
 *
 * @throws ConfigError for a name that is not known.
 */
export async function serveBuiltin(name: string, options: ServeBuiltinOptions): Promise<void> {
  const [extension] = await builtinExtensions([name]);
  if (!extension) return;
  const { serve } = await import("@skein/extension-kit/serve");
  const callFolders = await mkdtemp(join(tmpdir(), "skein-mcp-"));
  try {
    await serve(extension, { ...options, callFolders });
  } finally {
    await rm(callFolders, { recursive: true, force: true, maxRetries: 3 });
  }
}
