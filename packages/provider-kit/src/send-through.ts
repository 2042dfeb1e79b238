import type { ErrorContext, Refusal } from "./error-context.ts";
import { thrownError } from "./error-context.ts";
import { readStart } from "./read-start.ts";

/** The most bytes to read of an error's body. */
const maxErrorBytes = 65_536;

export interface Sending {
  /** The `fetch` that sends. */
  readonly fetch: typeof fetch;
  readonly context: ErrorContext;
  /** Creates the error for an error status. */
  readonly refused: (refusal: Refusal) => Error;
  /** Replaces the library's request body. */
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends a request that a vendor's library builds and signs, and returns the unread 2xx response. Throws the
 * error from `refused` for any other status, and `ProviderError` `network`.
 *
 * The library gets a `fetch` for this one call, because only `fetch` sees the real failure, and an empty
 * object as the response. Its retries must be off; its timeouts have no effect. Redirects are not followed,
 * since they would forward the key.
 */
export async function sendThrough(
  library: (fetchOnce: typeof fetch) => PromiseLike<unknown>,
  { fetch: send, context, refused, body, signal }: Sending,
): Promise<Response> {
  let answer: Response | undefined;
  let failure: unknown;
  const fetchOnce: typeof fetch = async (input, init) => {
    try {
      const own = { signal, redirect: "manual", ...(body === undefined ? {} : { body }) } as const;
      const response = await send(input, { ...init, ...own });
      const { status, headers } = response;
      if (!response.ok) throw refused({ status, headers, body: await readStart(response, maxErrorBytes) });
      answer = response;
      return Response.json({});
    } catch (error) {
      failure = thrownError(error, context, false);
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
