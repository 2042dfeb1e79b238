import type { ErrorContext, Refusal } from "./error-context.ts";
import { thrownError } from "./error-context.ts";
import { readStart } from "./read-start.ts";
import type { HttpResponse, RequestBody, Send } from "./transport/send.ts";

/** The most bytes to read of an error's body. */
const maxErrorBytes = 65_536;

/** A request as the vendor takes it. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody | undefined;
}

export interface Sending {
  readonly send: Send;
  readonly context: ErrorContext;
  /** Creates the error for an error status. */
  readonly refused: (refusal: Refusal) => Error;
  readonly signal: AbortSignal;
}

/**
 * Sends a request and returns the unread 2xx response. Throws the error from `refused` for any other status,
 * and `ProviderError` `network`. Redirects are not followed, since they would forward the key.
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
    throw thrownError(error, context, false);
  }
}
