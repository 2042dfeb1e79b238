import { Agent, fetch as fetchThrough, ProxyAgent } from "undici";
import type { Dispatcher } from "undici";
import type { Certificates } from "./certificates.ts";
import type { ProxyAccess } from "./proxy-address.ts";

/**
 * A `fetch` that uses a proxy and certificates: a tunnel for https, plain proxying for http.
 *
 * The certificate authorities also apply to the proxy, the client certificate only to the endpoint. Only
 * connecting has a timeout here; the idle timeout of replies is applied elsewhere.
 */
export function dispatchedFetch(proxy: ProxyAccess | undefined, certificates: Certificates): typeof fetch {
  const dispatcher = dispatcherOf(proxy, certificates);
  const send = (input: string | URL, init: RequestInit | undefined) =>
    fetchThrough(input, { ...(init as Parameters<typeof fetchThrough>[1]), dispatcher });
  return send as unknown as typeof fetch;
}

function dispatcherOf(proxy: ProxyAccess | undefined, certificates: Certificates): Dispatcher {
  const patient = { headersTimeout: 0, bodyTimeout: 0 };
  if (!proxy) return new Agent({ ...patient, connect: certificates });
  const { ca } = certificates;
  return new ProxyAgent({
    ...patient,
    uri: proxy.origin,
    ...(proxy.account === undefined
      ? {}
      : { token: `Basic ${Buffer.from(proxy.account).toString("base64")}` }),
    requestTls: certificates,
    proxyTls: ca === undefined ? {} : { ca },
  });
}
