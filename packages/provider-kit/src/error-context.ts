import { ProviderError } from "@skein/protocol";
import { excerpt } from "./excerpt.ts";
import { networkErrorOf } from "./network-error.ts";

/** What the errors of one endpoint may name, and what they must not show. */
export interface ErrorContext {
  /** The provider's id. */
  readonly provider: string;
  /** Host and port that are called. */
  readonly host: string;
  /** Never shown: the key, and the values of the headers that users add. */
  readonly secrets: readonly string[];
  /** Names of the key's environment variables, for hints. */
  readonly keyVariables: readonly string[];
  /** Name of the environment variable that holds the address, for hints. */
  readonly addressVariable: string;
  /** Host and port of the proxy that requests go through. */
  readonly proxy?: string | undefined;
  /** Whether the server is shown a certificate of this client. Default: not known, or no TLS. */
  readonly clientCert?: "shown" | "none" | undefined;
}

/** An answer of the endpoint that is not the reply. */
export interface Refusal {
  /** `undefined` for one that came inside a stream that had begun with 200. */
  readonly status: number | undefined;
  readonly headers: Headers;
  /** As it came: text, or what it parsed to. */
  readonly body: unknown;
}

export interface SeenInstead {
  /** What came, to be quoted: at most 200 clean characters of it are. Default: nothing. */
  readonly seen?: string;
  /** Default `true`. `false` for what another try will not change; the hint then names the address. */
  readonly retryable?: boolean;
}

/** A reply that is not one: wrong type, no events, no end, events out of order. @param what - a sentence without its end. */
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

/**
 * Whatever was thrown on the way to a reply or while it was read, as a `ProviderError` where it is of the network. What
 * is neither stays as it is, so that a defect is not taken for bad weather.
 *
 * @param answered - whether an answer had begun. Default `true`.
 */
export function thrownError(error: unknown, context: ErrorContext, answered = true): unknown {
  if (ProviderError.is(error)) return error;
  const { provider, host, proxy, clientCert } = context;
  return networkErrorOf({ provider, error, host, proxy, clientCert, answered }) ?? error;
}
