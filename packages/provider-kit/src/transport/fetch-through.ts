import { Readable } from "node:stream";
import type { Send } from "./send.ts";

/**
 * Creates a `fetch` for libraries that need one. It sends texts only; its
 * responses are those of `fetch`. Proxies, certificates and the HTTP log of the
 * transport apply.
 *
 * @param send - `Transport.send`.
 */
export function fetchThrough(send: Send): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const text = await request.text();
    const {
      ok: _,
      status,
      headers,
      body,
    } = await send(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(text === "" ? {} : { body: text }),
      signal: request.signal,
    });
    const isEmpty = [101, 204, 205, 304].includes(status);
    return new Response(isEmpty || !body ? null : (Readable.toWeb(Readable.from(body)) as ReadableStream), {
      status,
      headers: [...headers],
    });
  };
}
