// Facts that errors of an endpoint share. A provider creates one context per
// connection and passes it to everything that can fail, so that every message
// names the host, and no message contains the key.
import { ProviderError } from "@skein/protocol";
import { excerpt } from "./excerpt.ts";
import { networkErrorOf } from "./network-error.ts";
import type { HttpHeaders } from "./transport/send.ts";

/**
 * Facts about an endpoint that errors may mention, and the secrets that they
 * must not show.
 *
 * @example
 * ```ts
 * const context: ErrorContext = {
 *   provider: "example",
 *   host: "api.example.com",
 *   secrets: ["secret-1234"],
 *   keyVariables: ["EXAMPLE_API_KEY"],
 *   addressVariable: "EXAMPLE_BASE_URL",
 * };
 * badStream("The reply has no parts", context, { seen: "{}" }).message;
 * // "The reply has no parts. It began: {}"
 * ```
 */
export interface ErrorContext {
  /** Id of the provider. */
  readonly provider: string;
  /** Host and port of the endpoint, as in its address. */
  readonly host: string;
  /**
   * Texts that are never shown: the key, and the values of headers that users
   * add.
   */
  readonly secrets: readonly string[];
  /** Names of the environment variables of the key, for hints. */
  readonly keyVariables: readonly string[];
  /** Name of the environment variable of the address, for hints. */
  readonly addressVariable: string;
  /** Host and port of the proxy. Default: no proxy. */
  readonly proxy?: string | undefined;
  /**
   * Use of a client certificate: `shown` if one was sent. Default: unknown, or
   * no TLS.
   */
  readonly clientCert?: "shown" | "none" | undefined;
}

/** Error response of an endpoint. */
export interface Refusal {
  /**
   * HTTP status. `undefined`: an error inside a stream that started with 200.
   */
  readonly status: number | undefined;
  /**
   * Headers of the response. They can contain the delay to wait and the id of
   * the request.
   */
  readonly headers: HttpHeaders;
  /** Body as text, or parsed. Not trusted: can be a web page of a proxy. */
  readonly body: unknown;
}

/** Details of an invalid stream. */
export interface SeenInstead {
  /**
   * Text that was received, of which at most 200 sanitized characters are
   * quoted. Default: none.
   */
  readonly seen?: string;
  /**
   * Whether to allow another attempt. Default: `true`. With `false`, the hint
   * mentions the address.
   */
  readonly retryable?: boolean;
}

/**
 * Creates the error for an invalid stream: wrong type, no events, no end,
 * events out of order.
 *
 * @param what - fact as a sentence without its period.
 * @returns a `bad-stream` error whose message ends with the start of the
 *   received text.
 */
export function badStream(
  what: string,
  { provider, secrets, addressVariable }: ErrorContext,
  { seen = "", retryable = true }: SeenInstead = {},
): ProviderError {
  const words = excerpt(seen, secrets);
  const message = words ? `${what}. It began: ${words}` : `${what}.`;
  const hint = `Check the base URL (${addressVariable}) and any proxy on the way.`;
  return new ProviderError("bad-stream", message, { provider, retryable, ...(retryable ? {} : { hint }) });
}

/** Returns true if a body is a web page, whatever its content type says. */
export function isWebPage(text: string): boolean {
  return /^\s*(?:<!doctype\s+html|<html)\b/i.test(text);
}

/**
 * Creates the error for a web page in place of a reply, such as the sign-in
 * page of a network or a proxy.
 *
 * The page never passed the request on, so no vendor bills it, and a retry
 * would get the same page: not retryable, `unbilled`.
 *
 * @param what - fact as a sentence without its period.
 */
export function webPageError(
  what: string,
  { provider, secrets, addressVariable }: ErrorContext,
  seen: string,
): ProviderError {
  const words = excerpt(seen, secrets);
  return new ProviderError("bad-stream", words ? `${what}. It began: ${words}` : `${what}.`, {
    provider,
    retryable: false,
    unbilled: true,
    hint: `Sign in to your network or proxy in a browser, if it asks for that. Otherwise check the base URL (${addressVariable}) and any proxy on the way.`,
  });
}

/**
 * Turns a network error that was thrown before or during a reply into a
 * `ProviderError`. Other errors are returned unchanged, so that defects are not
 * reported as network problems.
 *
 * @param answered - whether a response had started. Default: `true`.
 */
export function thrownError(error: unknown, context: ErrorContext, answered = true): unknown {
  if (ProviderError.is(error)) return error;
  const { provider, host, proxy, clientCert } = context;
  return networkErrorOf({ provider, error, host, proxy, clientCert, answered }) ?? error;
}
