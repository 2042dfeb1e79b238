// For vendors whose library signs or builds requests. The library is trusted
// with the request alone; the response never passes through it, because
// libraries wrap failures in their own errors and parse streams that may be
// broken.
import { sendRequest } from "./send-request.ts";
import type { Sending } from "./send-request.ts";
import type { HttpResponse } from "./transport/send.ts";

/** Means to send a request of a vendor's library. */
export interface LibrarySending extends Sending {
  /**
   * Text that replaces the library's request body. Default: the library's own.
   */
  readonly body?: string | undefined;
}

/**
 * Sends a request that a vendor's library builds, with the errors of
 * `sendRequest`.
 *
 * The library gets a `fetch` for this one call, because only `fetch` sees the
 * real failure, and an empty object as the response. Its retries must be off;
 * its timeouts have no effect.
 *
 * @param library - calls the library with the given `fetch`.
 */
export async function sendThrough(
  library: (fetchOnce: typeof fetch) => PromiseLike<unknown>,
  { body: replacement, ...sending }: LibrarySending,
): Promise<HttpResponse> {
  let answer: HttpResponse | undefined;
  let failure: unknown;
  const fetchOnce: typeof fetch = async (input, init = {}) => {
    try {
      const { method = "GET", body } = init;
      const url = input instanceof Request ? input.url : input.toString();
      const headers = Object.fromEntries(new Headers(init.headers));
      const text = replacement ?? (typeof body === "string" ? body : undefined);
      answer = await sendRequest({ method: method.toUpperCase(), url, headers, body: text }, sending);
      // The library parses this and is satisfied.
      return Response.json({});
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    await library(fetchOnce);
  } catch (error) {
    throw failure ?? error;
  }
  if (!answer) throw new Error("The request was answered without having been sent.");
  return answer;
}
