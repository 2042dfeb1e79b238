import { outgoingAgent } from "./outgoing-agent.ts";
import { requestFetch } from "./request-fetch.ts";

const mostRedirects = 20;

/**
 * `fetch` through the proxy that the environment of the process names for an address, or without one. Rejects with
 * `UnusableProxy` where that proxy cannot be used.
 *
 * Through a proxy, only requests without a body follow redirects, and do so without credentials once the origin changes.
 */
export const outgoingFetch: typeof fetch = async (input, init) => {
  let url = new URL(input instanceof Request ? input.url : input);
  if (!outgoingAgent(url)) return fetch(input, init);
  let request = new Request(input, init);
  const { method, redirect, signal } = request;
  const headers = new Headers(request.headers);
  for (let redirects = 0; ; redirects++) {
    const agent = outgoingAgent(url);
    const response = await (agent ? requestFetch({ agent }) : fetch)(request, { redirect: "manual" });
    const location = response.headers.get("location");
    const isRedirect = location !== null && [301, 302, 303, 307, 308].includes(response.status);
    if (!isRedirect || redirect === "manual") return withAddress(response, url, redirects > 0);
    await response.body?.cancel();
    const isFollowed = redirect === "follow" && ["GET", "HEAD"].includes(method);
    if (!isFollowed || redirects === mostRedirects || !URL.canParse(location, url.href))
      throw new TypeError("fetch failed", { cause: new Error(`unexpected redirect from ${url.origin}`) });
    const next = new URL(location, url);
    if (next.origin !== url.origin) for (const name of ["authorization", "cookie"]) headers.delete(name);
    url = next;
    request = new Request(url, { method, headers, signal });
  }
};

function withAddress(response: Response, url: URL, redirected: boolean): Response {
  return Object.defineProperties(response, {
    url: { value: url.href },
    redirected: { value: redirected },
  });
}
