import type { ErrorContext, Refusal } from "./error-context.ts";
import { thrownError } from "./error-context.ts";
import { startOf } from "./start-of.ts";

/** Bytes of an error's body that are read. */
const maxErrorBytes = 65_536;

export interface Sending {
  /** Who really sends. */
  readonly fetch: typeof fetch;
  readonly context: ErrorContext;
  /** What an answer with an error status means. */
  readonly refused: (refusal: Refusal) => Error;
  /** The request's bytes, where they must not be the library's own. */
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * One request that a vendor's library addresses and signs, and the answer to it as it came: a 2xx whose body has not
 * been read. Throws what `refused` makes of any other, and `ProviderError` `network`.
 *
 * The library is given a `fetch` for this one call, because only `fetch` sees what really failed, and gets an empty
 * object for an answer. Its retries must be off; its time-outs do not count. Redirects are not followed: the key would
 * go with them.
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
      if (!response.ok) throw refused({ status, headers, body: await startOf(response, maxErrorBytes) });
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
