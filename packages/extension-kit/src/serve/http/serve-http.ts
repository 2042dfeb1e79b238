// MCP over HTTP. Two protocols share one address: clients of 2025 have
// sessions, which the server stores, and clients of 2026-07-28 send independent
// requests. The library decides which one a request belongs to.
import { randomBytes } from "node:crypto";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpHandler, isLegacyRequest, readRequestBody } from "@modelcontextprotocol/server";
import { ConfigError, messageOf, type Extension } from "@skein/protocol";
import { servedExtension, type McpServerOptions } from "../mcp-server.ts";
import { listenMethod } from "../resource-watches.ts";
import { refusalOf } from "./admit.ts";
import { refuseOtherHeaders } from "./mirrored-headers.ts";
import { httpSessions } from "./sessions.ts";
import { respond } from "./web-request.ts";

/**
 * Options of `serveHttp`.
 *
 * @example
 * ```ts
 * const options: ServeHttpOptions = {
 *   port: 8080,
 *   token: "a-long-random-token",
 *   allowedOrigins: ["https://app.example"],
 * };
 * ```
 */
export interface ServeHttpOptions extends McpServerOptions {
  /** Port to listen on. Default: any free port. */
  readonly port?: number;
  /** Address to listen on. Default: `127.0.0.1`, this machine only. */
  readonly address?: string;
  /** Path of a Unix socket to listen on instead. Only its owner may connect. */
  readonly socket?: string;
  /**
   * Token that clients send as `Authorization: Bearer …`. `false`: none is
   * needed. Default: a new one; none on a Unix socket.
   */
  readonly token?: string | false;
  /**
   * Host names, without port, under which the server is reached, in addition to
   * `localhost` and its address. Default: none.
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins of web pages that may use the server, in addition to its own, such
   * as `https://app.example`. Default: none.
   */
  readonly allowedOrigins?: readonly string[];
  /** Largest body of a request in bytes. Default: 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Connections at a time. Default: 100. */
  readonly maxConnections?: number;
  /**
   * Sessions of clients of 2025. The one used longest ago makes room for a new
   * one. Default: 100.
   */
  readonly maxSessions?: number;
}

/**
 * Running server. Disposing it closes it: use `await using`.
 *
 * @example
 * ```ts
 * const headers = ({ token }: HttpServing) => (token === undefined ? {} : { authorization: `Bearer ${token}` });
 * ```
 */
export interface HttpServing extends AsyncDisposable {
  /** Address for clients, such as `http://127.0.0.1:41234/mcp`. */
  readonly url: string;
  /** Token that clients must send. `undefined`: none is needed. */
  readonly token: string | undefined;
  /** Ends sessions and calls, and closes the extension. */
  close(): Promise<void>;
}

/** Path of the server. */
const path = "/mcp";

/**
 * Serves an extension over streamable HTTP, to clients of 2026-07-28 and of all
 * revisions of 2025. By default only programs of this machine that know the
 * token are served.
 *
 * Each request is checked before its body is read:
 *
 * - The `Host` header must name this server (421 otherwise), against DNS
 *   rebinding.
 * - The `Origin` header, if there is one, must be allowed (403).
 * - The token must match (401).
 * - The path must be `/mcp` (404).
 *
 * @param extension - started here, and closed by `close`.
 * @param options - address, token and limits.
 * @throws ExtensionError if the extension cannot start, ConfigError `usage` if
 *   the server cannot listen; the extension is then closed.
 *
 * @example
 * ```ts
 * await using server = await serveHttp(defineExtension({ name: "empty" }), { port: 8080 });
 * console.log(server.url, server.token);
 * ```
 */
export async function serveHttp(extension: Extension, options: ServeHttpOptions = {}): Promise<HttpServing> {
  const { maxBodyBytes = 4_194_304, maxSessions = 100, maxConnections = 100, socket } = options;
  const { address = "127.0.0.1", allowedHosts = [], allowedOrigins = [] } = options;
  // 256 random bits. A Unix socket has the permissions of its file instead.
  const { token = socket === undefined ? randomBytes(32).toString("base64url") : false } = options;
  const { makeServer, watches, close: end } = servedExtension(extension, options);
  const modern = createMcpHandler(makeServer, { legacy: "reject", maxRequestBodySize: maxBodyBytes });
  const sessions = httpSessions(() => makeServer({ era: "legacy" }), { maxSessions, maxBodyBytes });
  const rules = {
    hosts: new Set(["localhost", "127.0.0.1", "[::1]", address, ...allowedHosts]),
    origins: new Set(allowedOrigins),
    token: token === false ? undefined : token,
  };
  // Changes are passed on to clients of 2026-07-28; sessions of 2025 get them
  // from their own servers.
  const stops = [
    extension.onChange?.(() => modern.notify.toolsChanged()),
    extension.prompts?.onChange?.(() => modern.notify.promptsChanged()),
    extension.resources?.onChange?.(() => modern.notify.resourcesChanged()),
    watches.onUpdate((uri) => modern.notify.resourceUpdated(uri)),
  ];

  async function handle(request: Request): Promise<Response> {
    // The library recognizes clients of 2025 by their headers and their first
    // message.
    if (await isLegacyRequest(request, undefined, { maxRequestBodySize: maxBodyBytes }))
      return sessions.handle(request);
    // The handler consumes the body.
    const copy = request.clone();
    switch (request.headers.get("mcp-method")) {
      case "tools/call": {
        const body = await readRequestBody(copy, maxBodyBytes);
        const refused = !body.tooLarge && (await refuseOtherHeaders(request.headers, body.text, extension));
        return refused || modern.fetch(request);
      }
      // The library answers subscriptions itself, so they are read here as
      // well.
      case listenMethod: {
        const response = await modern.fetch(request);
        if (response.ok) watches.follow(await copy.json());
        return response;
      }
      default:
        return modern.fetch(request);
    }
  }

  const server = createServer({ headersTimeout: 10_000 }, (incoming, outgoing) => {
    // Other paths get 404, after the checks: a stranger learns nothing about
    // the server.
    const isElsewhere = incoming.url?.split("?", 1)[0] !== path;
    // Before the body is read: a stranger must not make this process store
    // megabytes.
    const refusal =
      refusalOf(incoming, rules) ?? (isElsewhere ? { status: 404, message: `It is at ${path}.` } : undefined);
    if (refusal) {
      outgoing.writeHead(refusal.status, { ...refusal.headers, Connection: "close" }).end(refusal.message);
      return;
    }
    void respond(incoming, outgoing, handle).catch(() => outgoing.destroy());
  });
  server.maxConnections = maxConnections;

  // Ends in this order: no more notifications, no new connections, sessions,
  // open streams, and at last the extension itself.
  async function close(): Promise<void> {
    for (const stop of stops) stop?.();
    const closed = new Promise((resolve) => server.close(resolve));
    await sessions.close();
    await modern.close();
    // Streams of events would keep the server open.
    server.closeAllConnections();
    await closed;
    await end();
  }

  try {
    await extension.tools();
    await listen(server, socket ?? { host: address, port: options.port ?? 0 });
  } catch (error) {
    await end();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const host = address.includes(":") ? `[${address}]` : address;
  return {
    url: socket === undefined ? `http://${host}:${port}${path}` : `http://localhost${path}`,
    token: rules.token,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Starts to listen. The socket is created by this very call, so that no one
 * else can connect before its permissions are set.
 */
async function listen(server: HttpServer, where: string | { host: string; port: number }): Promise<void> {
  const listening = new Promise<void>((resolve, reject) => {
    server.once("listening", resolve);
    server.once("error", reject);
  });
  // The socket is made by this very call, so that no one else can connect before its rights are set.
  const mask = typeof where === "string" ? process.umask(0o177) : undefined;
  try {
    if (typeof where === "string") server.listen(where);
    else server.listen(where.port, where.host);
  } finally {
    if (mask !== undefined) process.umask(mask);
  }
  // A port that is taken, or a path that cannot be created.
  await listening.catch((error: unknown) => {
    throw new ConfigError("usage", `The extension cannot be served: ${messageOf(error)}`, { cause: error });
  });
}
