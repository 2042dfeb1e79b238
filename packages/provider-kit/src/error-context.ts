import { ProviderError } from "@skein/protocol";
import { excerpt } from "./excerpt.ts";
import { networkErrorOf } from "./network-error.ts";
import type { HttpHeaders } from "./transport/send.ts";

/** What errors of an endpoint may mention, and the secrets that they must not show. */
export interface ErrorContext {
  /** The provider's id. */
  readonly provider: string;
  /** Host and port of the endpoint. */
  readonly host: string;
  /** Never shown: the key, and the values of the headers that users add. */
  readonly secrets: readonly string[];
  /** Names of the key's environment variables, for hints. */
  readonly keyVariables: readonly string[];
  /** Name of the environment variable that holds the address, for hints. */
  readonly addressVariable: string;
  /** Host and port of the proxy. */
  readonly proxy?: string | undefined;
  /** Whether a client certificate is used. Default: unknown, or no TLS. */
  readonly clientCert?: "shown" | "none" | undefined;
}

/** An error response of the endpoint. */
export interface Refusal {
  /** `undefined` for an error inside a stream that started with 200. */
  readonly status: number | undefined;
  readonly headers: HttpHeaders;
  /** As text, or parsed. */
  readonly body: unknown;
}

export interface SeenInstead {
  /** The received text, of which at most 200 sanitized characters are quoted. Default: none. */
  readonly seen?: string;
  /** Default `true`. `false` when a retry will not help; the hint then mentions the address. */
  readonly retryable?: boolean;
}

/**
 * The error for an invalid stream: wrong type, no events, no end, events out of order. @param what - a
 * sentence without its period.
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

/** Whether a body is a web page, whatever its content type says. */
export function isWebPage(text: string): boolean {
  return /^\s*(?:<!doctype\s+html|<html)\b/i.test(text);
}

/**
 * The error for a web page in place of a reply: a sign-in page of a network or a proxy, which never passed the request on, so
 * no vendor bills it and a retry gets the same page. @param what - a sentence without its period.
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
 * Turns a network error that was thrown before or during a reply into a `ProviderError`. Other errors are
 * returned unchanged, so that bugs are not reported as network problems.
 *
 * @param answered - whether a response had started. Default `true`.
 */
export function thrownError(error: unknown, context: ErrorContext, answered = true): unknown {
  if (ProviderError.is(error)) return error;
  const { provider, host, proxy, clientCert } = context;
  return networkErrorOf({ provider, error, host, proxy, clientCert, answered }) ?? error;
}
