import type { JsonValue, ProviderError, ProviderErrorCode } from "@skein/protocol";
import { codeOfStatus, errorIn, providerErrorOf } from "@skein/provider-kit";
import type { ErrorContext, Refusal } from "@skein/provider-kit";
import type { Endpoint } from "./address.ts";
import { apiVariable } from "./names.ts";

/** The vendors' error types, which are more precise than the status and also occur inside streams. */
const codeOfWord: Readonly<Record<string, ProviderErrorCode>> = {
  invalid_api_key: "auth",
  authentication_error: "auth",
  permission_error: "auth",
  permission_denied: "auth",
  insufficient_quota: "quota",
  billing_not_active: "quota",
  rate_limit_exceeded: "rate-limited",
  rate_limit_error: "rate-limited",
  tokens: "rate-limited",
  requests: "rate-limited",
  server_error: "overloaded",
  api_error: "overloaded",
  internal_server_error: "overloaded",
  service_unavailable: "overloaded",
  overloaded_error: "overloaded",
  context_length_exceeded: "context-overflow",
  model_not_found: "not-found",
  not_found_error: "not-found",
  invalid_request_error: "bad-request",
  invalid_prompt: "bad-request",
  tool_use_failed: "bad-request",
};

/** An answer with an error status, an error inside a stream, or an error body with status 200. */
export function refusalError(refusal: Refusal, context: ErrorContext, endpoint: Endpoint): ProviderError {
  const code = codeOf(refusal);
  return providerErrorOf({ ...context, ...refusal, code, hint: hintFor(refusal, code, endpoint) });
}

/** Many servers know nothing of Responses, and say so with the status alone. */
function hintFor(
  { status }: Refusal,
  code: ProviderErrorCode | undefined,
  { api, official }: Endpoint,
): string | undefined {
  if (status !== 404 || code === "not-found" || api !== "responses" || official) return undefined;
  return `Check the base URL. If this server speaks only Chat Completions, set ${apiVariable}=chat.`;
}

/**
 * The first clear word counts; without one, and without a status, the number that gateways put into their
 * errors.
 */
function codeOf({ body, status }: Refusal): ProviderErrorCode | undefined {
  const { code, type } = errorIn(body).error;
  const words = [code, type].flatMap((word) => codeOfValue(word) ?? []);
  const clear = words.find((found) => found !== "bad-request");
  if (clear !== undefined || status !== undefined) return clear ?? words[0];
  const upstream = typeof code === "string" && /^\d{3}$/.test(code) ? Number(code) : code;
  return typeof upstream === "number" ? codeOfStatus(upstream) : words[0];
}

function codeOfValue(word: JsonValue | undefined): ProviderErrorCode | undefined {
  return typeof word === "string" && Object.hasOwn(codeOfWord, word) ? codeOfWord[word] : undefined;
}
