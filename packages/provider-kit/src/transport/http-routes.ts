import type { Certificates } from "./certificates.ts";
import { createConnections } from "./connections.ts";
import type { Connections } from "./connections.ts";
import type { ProxyAccess } from "@skein/platform/outgoing";
import { openTunnel, proxyHeaders, proxyPlace } from "./tunnel.ts";

/** How hosts are reached. */
export interface RouteSettings {
  readonly proxy: ProxyAccess | undefined;
  /** Their authorities also apply to the proxy, the client certificate only to the endpoint. */
  readonly certificates: Certificates;
}

/** Where to connect to for an address, and what to ask for there. */
export interface Route {
  readonly isTls: boolean;
  readonly host: string;
  readonly port: string | number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: Connections;
}

/** Through a proxy, an https address is reached by a tunnel, an http address by asking the proxy for it. */
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
