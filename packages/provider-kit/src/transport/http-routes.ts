// Routes. There are three kinds of connections: plain, TLS (possibly through a
// tunnel), and to a proxy that forwards plain requests. They are created when
// they are first needed.
import type { Certificates } from "./certificates.ts";
import { createConnections } from "./connections.ts";
import type { Connections } from "./connections.ts";
import type { ProxyAccess } from "@skein/platform/outgoing";
import { openTunnel, proxyHeaders, proxyPlace } from "./tunnel.ts";

/** Settings that decide how hosts are reached. */
export interface RouteSettings {
  /** Proxy for all hosts. `undefined`: none. */
  readonly proxy: ProxyAccess | undefined;
  /**
   * Certificates. Their authorities also apply to the proxy, the client
   * certificate only to the endpoint.
   */
  readonly certificates: Certificates;
}

/** Place to connect to for an address, and what to request there. */
export interface Route {
  /** True if the connection itself uses TLS. */
  readonly isTls: boolean;
  /** Host to connect to: the endpoint, or a proxy. */
  readonly host: string;
  /** Port to connect to. */
  readonly port: string | number;
  /**
   * Path of the request. Through a proxy without a tunnel: the whole address.
   */
  readonly path: string;
  /** Headers that the route needs. */
  readonly headers: Readonly<Record<string, string>>;
  /** Connections to use. */
  readonly connections: Connections;
}

/**
 * Creates a function that finds the route to an address. Through a proxy, an
 * https address is reached by a tunnel, an http address by requesting it from
 * the proxy.
 */
export function createRoutes({ proxy, certificates }: RouteSettings): (url: URL) => Route {
  const { ca } = certificates;
  const made: { plain?: Connections; tls?: Connections; proxied?: Connections } = {};

  return (url) => {
    const { hostname, host: named, pathname, search } = url;
    const isTls = url.protocol === "https:";
    const headers = { host: named };
    if (proxy && !isTls) {
      const { isTls: isTlsToProxy, ...place } = proxyPlace(proxy);
      const connections = (made.proxied ??= createConnections({
        isTls: isTlsToProxy,
        certificates: ca ? { ca } : {},
      }));
      const path = `${url.origin}${pathname}${search}`;
      return {
        ...place,
        isTls: isTlsToProxy,
        path,
        headers: { ...headers, ...proxyHeaders(proxy) },
        connections,
      };
    }
    const place = { host: hostname.replace(/^\[|\]$/g, ""), port: url.port || (isTls ? 443 : 80) };
    const connections = isTls
      ? (made.tls ??= createConnections({
          isTls,
          certificates,
          ...(proxy && {
            tunnel: ({ host, port, tunnelSignal: signal }, isUnref) =>
              openTunnel({ proxy, host: host ?? "", port: port ?? 443, ca, isUnref, signal }),
          }),
        }))
      : (made.plain ??= createConnections({ isTls, certificates: {} }));
    return { ...place, isTls, path: pathname + search, headers, connections };
  };
}
