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

export interface ServeHttpOptions extends McpServerOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Address to listen at. Default `127.0.0.1`: this machine only. */
  readonly address?: string;
  /** Path of a Unix socket to listen at instead. Only its owner may connect. */
  readonly socket?: string;
  /** Clients send it as `Authorization: Bearer …`. Default: a new one; none on a Unix socket. `false`: none is needed. */
  readonly token?: string | false;
  /** Host names, without port, under which it is reached, beside `localhost` and its address. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may use it, beside its own, such as `https://app.example`. */
  readonly allowedOrigins?: readonly string[];
  /** Of one request. Default 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Default 100. */
  readonly maxConnections?: number;
  /** Of clients of 2025. Default 100; the one used longest ago makes room. */
  readonly maxSessions?: number;
}

export interface HttpServing extends AsyncDisposable {
  readonly url: string;
  readonly token: string | undefined;
  /** Ends sessions and calls, and closes the extension. */
  close(): Promise<void>;
}

const path = "/mcp";

/**
 * Serves an extension over streamable HTTP, to clients of 2026-07-28 and of all revisions of 2025. By default only
 * programs of this machine that know the token are served.
 *
 * @throws ExtensionError when the extension cannot start, ConfigError `usage` when it cannot listen; it is then closed.
 */
export async function serveHttp(extension: Extension, options: ServeHttpOptions = {}): Promise<HttpServing> {
  const { maxBodyBytes = 4_194_304, maxSessions = 100, maxConnections = 100, socket } = options;
  const { address = "127.0.0.1", allowedHosts = [], allowedOrigins = [] } = options;
  const { token = socket === undefined ? randomBytes(32).toString("base64url") : false } = options;
  const { makeServer, watches, close: end } = servedExtension(extension, options);
  const modern = createMcpHandler(makeServer, { legacy: "reject", maxRequestBodySize: maxBodyBytes });
  const sessions = httpSessions(() => makeServer({ era: "legacy" }), { maxSessions, maxBodyBytes });
  const rules = {
    hosts: new Set(["localhost", "127.0.0.1", "[::1]", address, ...allowedHosts]),
    origins: new Set(allowedOrigins),
    token: token === false ? undefined : token,
  };
  const stops = [
    extension.onChange?.(() => modern.notify.toolsChanged()),
    extension.prompts?.onChange?.(() => modern.notify.promptsChanged()),
    extension.resources?.onChange?.(() => modern.notify.resourcesChanged()),
    watches.onUpdate((uri) => modern.notify.resourceUpdated(uri)),
  ];

  async function handle(request: Request): Promise<Response> {
    if (await isLegacyRequest(request, undefined, { maxRequestBodySize: maxBodyBytes }))
      return sessions.handle(request);
    const copy = request.clone();
    switch (request.headers.get("mcp-method")) {
      case "tools/call": {
        const body = await readRequestBody(copy, maxBodyBytes);
        const refused = !body.tooLarge && (await refuseOtherHeaders(request.headers, body.text, extension));
        return refused || modern.fetch(request);
      }
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
    const isElsewhere = incoming.url?.split("?", 1)[0] !== path;
    const refusal =
      refusalOf(incoming, rules) ?? (isElsewhere ? { status: 404, message: `It is at ${path}.` } : undefined);
    if (refusal) {
      outgoing.writeHead(refusal.status, { ...refusal.headers, Connection: "close" }).end(refusal.message);
      return;
    }
    void respond(incoming, outgoing, handle).catch(() => outgoing.destroy());
  });
  server.maxConnections = maxConnections;

  async function close(): Promise<void> {
    for (const stop of stops) stop?.();
    const closed = new Promise((resolve) => server.close(resolve));
    await sessions.close();
    await modern.close();
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
  await listening.catch((error: unknown) => {
    throw new ConfigError("usage", `The extension cannot be served: ${messageOf(error)}`, { cause: error });
  });
}
