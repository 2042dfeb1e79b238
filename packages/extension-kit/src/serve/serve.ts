// MCP over standard input and output: the client starts this program and ends
// it by closing its input.
//
// Source: MCP, transports, stdio.

import type { Readable, Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Extension } from "@skein/protocol";
import { servedExtension, type McpServerOptions } from "./mcp-server.ts";

/**
 * Options of `serve`.
 *
 * Streams are for tests and for programs that multiplex; a server that a client
 * starts uses the defaults.
 */
export interface ServeOptions extends McpServerOptions {
  /** Stream to read messages from. Default: standard input. */
  readonly input?: Readable;
  /**
   * Stream to write messages to. Nothing else may be written to it, so log to
   * standard error. Default: standard output.
   */
  readonly output?: Writable;
  /** Stops serving when aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Serves an extension over MCP on standard input and output, to clients of
 * 2026-07-28 and of all revisions of 2025.
 *
 * Resolves when the client has disconnected or `signal` is aborted, and the
 * extension is closed. Running calls are aborted.
 *
 * @param extension - started here, and closed at the end.
 * @param options - streams, version and folders. Default: standard streams.
 * @throws ExtensionError if the extension cannot start; it is then closed.
 *
 * @example
 * ```ts
 * await serve(defineExtension({ name: "empty" })); // the whole program of an MCP server
 * ```
 */
export async function serve(extension: Extension, options: ServeOptions = {}): Promise<void> {
  const { input, output, signal, ...rest } = options;
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const { makeServer, watches, close: end } = servedExtension(extension, rest);
  try {
    await extension.tools(signal);
    const transport = new StdioServerTransport(input, output);
    const handle = serveStdio(makeServer, { transport });
    // The library has attached its own listeners by now: ours run after and before them.
    const { onclose: close, onmessage: receive } = transport;
    /* oxlint-disable unicorn/prefer-add-event-listener -- it has no other way */
    transport.onclose = () => {
      close?.();
      resolve();
    };
    transport.onmessage = (message) => {
      watches.follow(message);
      receive?.(message);
    };
    /* oxlint-enable unicorn/prefer-add-event-listener */
    const stop = () => void handle.close().then(resolve, resolve);
    signal?.addEventListener("abort", stop, { once: true });
    // Aborted during the start.
    if (signal?.aborted) stop();
    await gone;
    signal?.removeEventListener("abort", stop);
  } finally {
    await end();
  }
}
