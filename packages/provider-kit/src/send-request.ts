// One request, without retries, to an unread response. Every provider sends
// through here or through `sendThrough`, so that errors, redirects and quoted
// bodies are treated alike.
import type { ErrorContext, Refusal } from "./error-context.ts";
import { thrownError } from "./error-context.ts";
import { readStart } from "./read-start.ts";
import type { HttpResponse, RequestBody, Send } from "./transport/send.ts";

/** Most bytes to read of an error's body. */
const maxErrorBytes = 65_536;

/** Request in the form of the vendor. */
export interface OutgoingRequest {
  /** HTTP method in upper case. */
  readonly method: string;
  /** Absolute address. */
  readonly url: string;
  /** Headers, the key included. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body. Absent: none. */
  readonly body?: RequestBody | undefined;
}

/**
 * Means to send a request.
 *
 * @example
 * ```ts
 * function sendingOf({ send }: Transport, context: ErrorContext, signal: AbortSignal): Sending {
 *   const { provider, secrets } = context;
 *   return { send, context, signal, refused: (refusal) => providerErrorOf({ provider, secrets, ...refusal }) };
 * }
 * ```
 */
export interface Sending {
  /** Function that sends: `Transport.send`. */
  readonly send: Send;
  /** Facts for error messages. */
  readonly context: ErrorContext;
  /**
   * Creates the error for an error status: normally `providerErrorOf` with the
   * codes of the vendor.
   */
  readonly refused: (refusal: Refusal) => Error;
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request and returns the unread 2xx response.
 *
 * Throws the error from `refused` for any other status, and `ProviderError`
 * `network` for a failed connection. Redirects are not followed, since they
 * would forward the key.
 */
export async function sendRequest(
  { method, url, headers, body }: OutgoingRequest,
  { send, context, refused, signal }: Sending,
): Promise<HttpResponse> {
  try {
    const written = body === undefined ? {} : { body };
    const response = await send(url, { method, headers, ...written, signal, redirect: "manual" });
    if (response.ok) return response;
    const { status } = response;
    throw refused({ status, headers: response.headers, body: await readStart(response, maxErrorBytes) });
  } catch (error) {
    // No response had started, so a broken connection is not billed.
    throw thrownError(error, context, false);
  }
}
