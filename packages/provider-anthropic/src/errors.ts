import type { ProviderError, ProviderErrorCode } from "@skein/protocol";
import { errorIn, providerErrorOf, stringIn } from "@skein/provider-kit";
import type { ErrorContext, Refusal } from "@skein/provider-kit";

/** The vendor's error types, which are more precise than the status and also occur inside streams. */
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

/** An answer with an error status, an `error` event inside a stream, or an error body with status 200. */
export function messagesRefusal(refusal: Refusal, context: ErrorContext): ProviderError {
  const type = stringIn(errorIn(refusal.body).error["type"]);
  const code = Object.hasOwn(codeOfType, type) ? codeOfType[type] : undefined;
  return providerErrorOf({ ...context, ...refusal, code });
}
