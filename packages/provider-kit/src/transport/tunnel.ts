// Tunnels through proxies. The phases matter for the error: before the proxy is
// connected it is unreachable, during the handshake its certificate is the
// problem, and after that it has cut the connection.
import type { Socket } from "node:net";
import { limitConnecting } from "./connect-timeout.ts";
import type { ProxyAccess } from "@skein/platform/outgoing";
import { ProxyFailure } from "./proxy-failure.ts";

/** Options of `openTunnel`. */
export interface TunnelOptions {
  /** Proxy to ask. */
  readonly proxy: ProxyAccess;
  /** Host of the endpoint. */
  readonly host: string;
  /** Port of the endpoint. */
  readonly port: string | number;
  /** Authorities for the certificate of an https proxy. Default: Node's. */
  readonly ca?: string[] | undefined;
  /** True if the process may end meanwhile. */
  readonly isUnref: boolean;
  /** Aborts the attempt. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks a proxy for a tunnel to an endpoint, with CONNECT. Rejects with a
 * `ProxyFailure`, or with the error of connecting to the proxy.
 *
 * Source: RFC 9110, 9.3.6.
 */
export function openTunnel({ proxy, host, port, ca, isUnref, signal }: TunnelOptions): Promise<Socket> {
  const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const { isTls, ...place } = proxyPlace(proxy);
  const { request: ask } = process.getBuiltinModule(isTls ? "node:https" : "node:http");
  return new Promise((resolve, reject) => {
    let phase: "connecting" | "handshake" | "asked" = "connecting";
    const request = ask({
      ...place,
      method: "CONNECT",
      path: target,
      agent: false,
      headers: { host: target, ...proxyHeaders(proxy) },
      ...(ca && { ca }),
      ...(signal && { signal }),
    });
    request.on("socket", (socket) => {
      if (isUnref) socket.unref();
      limitConnecting(socket, isTls);
      socket.once("connect", () => (phase = isTls ? "handshake" : "asked"));
      socket.once("secureConnect", () => (phase = "asked"));
    });
    request.on("connect", ({ statusCode: status = 0 }, socket) => {
      if (status >= 200 && status < 300) return resolve(socket);
      socket.destroy();
      reject(new ProxyFailure("ERR_PROXY_REFUSED", { status }));
    });
    request.on("error", (cause) => {
      if (phase === "connecting" || signal?.aborted) return reject(cause);
      reject(new ProxyFailure(phase === "handshake" ? "ERR_PROXY_CERTIFICATE" : "ERR_PROXY_CUT", { cause }));
    });
    request.end();
  });
}

/** Returns the place of a proxy, with the default port of its protocol. */
export function proxyPlace({ origin }: ProxyAccess): {
  readonly isTls: boolean;
  readonly host: string;
  readonly port: string | number;
} {
  const { protocol, hostname, port } = new URL(origin);
  const isTls = protocol === "https:";
  return { isTls, host: hostname.replace(/^\[|\]$/g, ""), port: port || (isTls ? 443 : 80) };
}

/**
 * Returns the headers of every request to a proxy: user name and password, if
 * it has them.
 *
 * Source: RFC 7617 (Basic authentication).
 */
export function proxyHeaders({ account }: ProxyAccess): Readonly<Record<string, string>> {
  if (account === undefined) return {};
  return { "proxy-authorization": `Basic ${Buffer.from(account).toString("base64")}` };
}
