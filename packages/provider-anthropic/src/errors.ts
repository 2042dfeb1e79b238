import { ProviderError } from "@skein/protocol";
import type { ProviderErrorCode } from "@skein/protocol";
import { excerpt, networkErrorOf, providerErrorOf } from "@skein/provider-kit";
import { providerId } from "./names.ts";

/** What errors may name and what they must not show. */
export interface ErrorContext {
  /** Host and port of the endpoint. */
  readonly host: string;
  readonly secrets: readonly string[];
}

/** The vendor's words for kinds of errors; they say more than the status, and inside a stream there is none. */
const codeOfType: Readonly<Record<string, ProviderErrorCode>> = {
  authentication_error: "auth",
  permission_error: "auth",
  billing_error: "quota",
  not_found_error: "not-found",
  rate_limit_error: "rate-limited",
  conflict_error: "rate-limited",
  timeout_error: "overloaded",
  api_error: "overloaded",
  overloaded_error: "overloaded",
  request_too_large: "context-overflow",
  invalid_request_error: "bad-request",
};

export const keyVariable = "ANTHROPIC_API_KEY";

/** An answer with an error status. */
export function statusError(
  status: number,
  headers: Headers,
  body: unknown,
  { secrets }: ErrorContext,
): ProviderError {
  return providerErrorOf({
    provider: providerId,
    status,
    headers,
    body,
    secrets,
    keyVariables: [keyVariable],
  });
}

/** An `error` event inside a stream, or an error body with status 200. */
export function streamError(body: unknown, headers: Headers, { secrets }: ErrorContext): ProviderError {
  const code = codeOfType[typeOf(body) ?? ""];
  return providerErrorOf({
    provider: providerId,
    status: undefined,
    headers,
    body,
    secrets,
    keyVariables: [keyVariable],
    ...(code ? { code } : {}),
  });
}

/** Whatever was thrown on the way to the reply or while it was read. What is not of the network is thrown on as it is. */
export function thrownError(error: unknown, { host }: ErrorContext): unknown {
  if (ProviderError.is(error)) return error;
  return networkErrorOf({ provider: providerId, error, host }) ?? error;
}

/** A reply that is not one: wrong type, no events, no end, events out of order. */
export function badStream(
  what: string,
  seen: string,
  { secrets }: ErrorContext,
  retryable = true,
): ProviderError {
  const words = excerpt(seen, secrets);
  const message = words ? `${what}. It began: ${words}` : `${what}.`;
  const hint = retryable ? {} : { hint: "Check the base URL (ANTHROPIC_BASE_URL) and any proxy on the way." };
  return new ProviderError("bad-stream", message, { provider: providerId, retryable, ...hint });
}

function typeOf(body: unknown): string | undefined {
  const value: unknown = typeof body === "string" ? JSON.parse(body) : body;
  const { error } = (value ?? {}) as { error?: { type?: unknown } };
  return typeof error?.type === "string" ? error.type : undefined;
}
