import type { JsonObject, ProviderError, ProviderErrorCode } from "@skein/protocol";
import { errorIn, providerErrorOf, stringIn } from "@skein/provider-kit";
import type { ErrorContext, Refusal } from "@skein/provider-kit";

/** The vendor's words for kinds of errors. Source: google.rpc.Code; they say more than the status, which some share. */
const codeOfWord: Readonly<Record<string, ProviderErrorCode>> = {
  UNAUTHENTICATED: "auth",
  PERMISSION_DENIED: "auth",
  INVALID_ARGUMENT: "bad-request",
  FAILED_PRECONDITION: "bad-request",
  OUT_OF_RANGE: "bad-request",
  UNIMPLEMENTED: "bad-request",
  NOT_FOUND: "not-found",
  UNAVAILABLE: "overloaded",
  INTERNAL: "overloaded",
  UNKNOWN: "overloaded",
  DEADLINE_EXCEEDED: "overloaded",
  CANCELLED: "overloaded",
  ABORTED: "overloaded",
};

/** A wrong key is an invalid argument to this vendor, so its reason and its words are looked at. */
const wrongKey = /API_KEY_(INVALID|EXPIRED)|api key (not valid|expired|not found)|reported as leaked/i;

/** Of a limit that waiting minutes does not lift: a day's requests, a spent balance, a model that the plan has none of. */
const spent = /PerDay|per day|credits? (are|is|have been) depleted|spend(ing)? (cap|limit)|limit: 0\b/i;

/** An answer with an error status, or an error inside a stream. */
export function geminiRefusal(refusal: Refusal, context: ErrorContext): ProviderError {
  const { error, text } = errorIn(refusal.body);
  const failure = { ...context, ...refusal };
  if (!isExhausted(error, refusal.status)) return providerErrorOf({ ...failure, code: codeOf(error, text) });
  return spent.test(text)
    ? providerErrorOf({ ...failure, code: "quota", hint: spentHint })
    : providerErrorOf({ ...failure, code: "rate-limited" });
}

function codeOf(error: JsonObject, text: string): ProviderErrorCode | undefined {
  const word = stringIn(error["status"]);
  if (wrongKey.test(text)) return "auth";
  return Object.hasOwn(codeOfWord, word) ? codeOfWord[word] : undefined;
}

/**
 * The vendor says "you exceeded your current quota" of every limit, so its details decide whether waiting helps.
 *
 * Source: google.rpc.QuotaFailure and RetryInfo; ai.google.dev/gemini-api/docs/rate-limits.
 */
function isExhausted(error: JsonObject, status: number | undefined): boolean {
  return status === 429 || error["code"] === 429 || error["status"] === "RESOURCE_EXHAUSTED";
}

const spentHint = "Wait until the quota is renewed, raise it in Google AI Studio, or choose another model.";
