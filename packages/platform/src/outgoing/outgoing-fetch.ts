import { isProxySet } from "./find-proxy.ts";
import { outgoingAgent } from "./outgoing-agent.ts";
import { requestFetch } from "./request-fetch.ts";

const mostRedirects = 20;

/**
 * `fetch` through the proxy that the environment of the process names for an address, or without one. Rejects with
 * `UnusableProxy` where that proxy cannot be used.
 *
 * While a proxy is set, it is looked up again for each redirect, and nothing but the request without its body and
 * credentials goes to another origin: with a body, it rejects.
 */
export const outgoingFetch: typeof fetch = async (input, init) => {
  if (!isProxySet(process.env)) return fetch(input, init);
  const first = new Request(input, init);
  const { redirect, signal } = first;
  let { method } = first;
  let url = new URL(first.url);
  let body = first.body === null ? null : await first.arrayBuffer();
  const headers = new Headers(first.headers);
  for (let redirects = 0; ; redirects++) {
    const agent = outgoingAgent(url);
    const request = new Request(url, { method, headers, body, signal, redirect: "manual" });
    const response = await (agent ? requestFetch({ agent }) : fetch)(request);
    const location = response.headers.get("location");
    const isRedirect = location !== null && [301, 302, 303, 307, 308].includes(response.status);
    if (!isRedirect || redirect === "manual") return withAddress(response, url, redirects > 0);
    await response.body?.cancel();
    const next = URL.parse(location, url.href);
    // As the Fetch standard says: what was posted is read from there.
    const isRead = response.status === 303 ? method !== "HEAD" : response.status < 303 && method === "POST";
    if (isRead) {
      method = "GET";
      body = null;
      for (const name of ["content-type", "content-encoding", "content-language", "content-location"])
        headers.delete(name);
    }
    const isElsewhere = next?.origin !== url.origin;
    if (redirect !== "follow" || redirects === mostRedirects || !next || (isElsewhere && body !== null))
      throw new TypeError("fetch failed", { cause: new Error(`unexpected redirect from ${url.origin}`) });
    if (isElsewhere) for (const name of ["authorization", "cookie"]) headers.delete(name);
    url = next;
  }
};

function withAddress(response: Response, url: URL, redirected: boolean): Response {
  return Object.defineProperties(response, {
    url: { value: url.href },
    redirected: { value: redirected },
  });
}
