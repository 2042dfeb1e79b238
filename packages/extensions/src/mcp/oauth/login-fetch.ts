import { isLoopback, outgoingFetch } from "@skein/platform/outgoing";
import { boundedFetch, type Fetch } from "../transport/bounded-fetch.ts";
import { limits } from "../limits.ts";

/** Redirects of one request that are followed. */
const mostRedirects = 3;

/**
 * `fetch` for what a server names during a login. Only https is spoken, and http with this machine when the server itself
 * is on it; redirects stay within their origin; bodies are bounded.
 *
 * @param serverUrl - of the MCP server.
 */
export function loginFetch(serverUrl: string): Fetch {
  const bounded = boundedFetch(outgoingFetch, limits.loginBytes);
  return async (address, init) => {
    let url = new URL(address);
    for (let redirects = 0; ; redirects++) {
      requireSafe(url, serverUrl);
      const response = await bounded(url, { ...init, redirect: "manual" });
      const location = response.headers.get("location");
      if (response.status < 300 || response.status >= 400 || location === null) return response;
      await response.body?.cancel();
      const next = new URL(location, url);
      const isGet = (init?.method ?? "GET") === "GET";
      if (!isGet || next.origin !== url.origin || redirects >= mostRedirects)
        throw new Error(`${url.origin} redirects a request of the login to ${next.origin}`);
      url = next;
    }
  };
}

/** Throws an `Error` for an address that a login must not use. */
export function requireSafe(url: URL, serverUrl: string): void {
  const isLocal =
    url.protocol === "http:" && isLoopback(url.hostname) && isLoopback(new URL(serverUrl).hostname);
  if (url.protocol === "https:" || isLocal) return;
  throw new Error(`the server names ${url.origin} for its login, which is not an https address`);
}
