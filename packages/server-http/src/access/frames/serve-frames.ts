import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isKnownHost } from "../decide/known-host.ts";
import { headerLines, onlyValue } from "../decide/headers.ts";
import { bind } from "../listen/bind.ts";
import { watchConnections } from "../listen/connections.ts";
import type { AccessLimits } from "../limits.ts";
import { framePolicy, type FrameSources } from "./frame-policy.ts";

export interface FrameServer extends AsyncDisposable {
  /** Under both names of this machine, since a page is known under one of them. */
  readonly origins: readonly string[];
  /** @returns the path of the page, with 256 bits that no one can guess; valid until many others were shown. */
  show(html: string, sources: FrameSources): string;
}

export interface FrameServerParts {
  /** Origins whose pages may show the frames; known once their server listens. */
  readonly ancestors: () => readonly string[];
  readonly limits: Pick<AccessLimits, "headersMs" | "requestMs" | "slowReaderMs">;
}

/** Pages that are kept; the oldest is dropped for another one. */
const mostPages = 64;
const mostConnections = 64;

/**
 * Serves foreign pages from an origin of their own, on a free port of 127.0.0.1 that has nothing else: no operation, no
 * cookie that it reads. Rejects with `AccessError`.
 */
export async function serveFrames({ ancestors, limits }: FrameServerParts): Promise<FrameServer> {
  const pages = new Map<string, { readonly html: string; readonly sources: FrameSources }>();
  const connections = watchConnections(limits.slowReaderMs);
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    maxHeaderSize: 16 * 1024,
    requireHostHeader: false, // decided with all else
  });
  server.maxConnections = mostConnections;
  server.on("connection", (socket) => connections.add(socket));
  server.on("request", serve);
  const place = { kind: "tcp", address: "127.0.0.1", port: 0, allowHosts: [], isLoopbackOnly: true } as const;
  const port = await bind(server, place);
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const host = onlyValue(headerLines(request.rawHeaders), "host");
    if (host === "twice" || host.value === undefined || !isKnownHost(host.value, hosts))
      return void response.writeHead(421, { connection: "close" }).end();
    const page = request.method === "GET" ? pages.get(request.url ?? "") : undefined;
    // Only as a frame: a page that is opened by itself has no one who watches over what it asks for.
    const isFrame = (request.headers["sec-fetch-dest"] ?? "iframe") === "iframe";
    if (!page || !isFrame) return void response.writeHead(404, { connection: "close" }).end();
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": framePolicy(page.sources, ancestors()),
      "permissions-policy": "camera=(), microphone=(), geolocation=(), clipboard-read=(), display-capture=()",
      "x-content-type-options": "nosniff",
      "x-dns-prefetch-control": "off",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-site",
      "cache-control": "no-store",
    });
    response.end(page.html);
  }

  let closed: Promise<void> | undefined;
  function close(): Promise<void> {
    closed ??= new Promise((resolve) => {
      server.close(() => resolve());
      connections.endAll();
    });
    return closed;
  }

  return {
    origins: hosts.map((name) => `http://${name}`),
    show(html, sources) {
      const path = `/${randomBytes(32).toString("base64url")}`;
      pages.set(path, { html, sources });
      const [oldest] = pages.keys();
      if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest);
      return path;
    },
    [Symbol.asyncDispose]: close,
  };
}
