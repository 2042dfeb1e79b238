import { ConfigError, isJsonObject, messageOf, ProviderError } from "@skein/protocol";
import type { ProviderErrorCode } from "@skein/protocol";
import { badStream, networkErrorOf, providerErrorOf } from "@skein/provider-kit";
import type { ErrorContext } from "@skein/provider-kit";

/** An error of the AI SDK, looked at from outside: its classes come in several copies. */
interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly url?: unknown;
  readonly statusCode?: unknown;
  readonly responseHeaders?: unknown;
  readonly responseBody?: unknown;
  readonly data?: unknown;
  readonly isRetryable?: unknown;
}

/** What the AI SDK's own errors mean where no answer of the vendor is in them. */
const codes: Readonly<Record<string, ProviderErrorCode>> = {
  AI_InvalidPromptError: "bad-request",
  AI_InvalidArgumentError: "bad-request",
  AI_UnsupportedFunctionalityError: "bad-request",
  AI_NoSuchModelError: "not-found",
  AI_EmptyResponseBodyError: "bad-stream",
  AI_InvalidResponseDataError: "bad-stream",
  AI_JSONParseError: "bad-stream",
  AI_NoContentGeneratedError: "bad-stream",
  AI_TypeValidationError: "bad-stream",
};

const mark = Symbol.for("vercel.ai.error");

/**
 * Whatever a model of the AI SDK threw or streamed as an error, as `ProviderError` or `ConfigError`. What is neither
 * of the AI SDK nor of the network stays as it is, so that a defect is not taken for bad weather.
 *
 * @param inReply - it came inside a stream, where anything may be an error.
 */
export function errorOf(error: unknown, context: ErrorContext, inReply = false): unknown {
  if (ProviderError.is(error) || ConfigError.is(error)) return error;
  const { provider, host } = isOfAiSdk(error) ? hostOf(error, context) : context;
  const broken = networkErrorOf({ provider, error, host });
  if (isOfAiSdk(error)) {
    return configError(error) ?? broken ?? answerError(error, context) ?? ownError(error, context);
  }
  if (broken || !inReply || error instanceof Error) return broken ?? error;
  // Some packages pass on the error of the vendor's stream as it is.
  return providerErrorOf({ ...context, status: undefined, headers: new Headers(), body: error });
}

/** A key or setting that is missing, which the packages look for in places of their own. */
export function configError(error: unknown): ConfigError | undefined {
  if (!isOfAiSdk(error) || !/^AI_Load(APIKey|Setting)Error$/.test(error.name)) return undefined;
  return new ConfigError("missing-key", "The AI SDK's provider has not all it needs.", {
    cause: error,
    hint: error.message,
  });
}

function isOfAiSdk(error: unknown): error is Thrown {
  return error instanceof Error && mark in error;
}

/** An answer that was not the reply. `undefined` when there was none. */
function answerError(error: Thrown, context: ErrorContext): ProviderError | undefined {
  const { statusCode: status, responseBody, data } = error;
  if (typeof status !== "number") return undefined;
  const headers = new Headers(isJsonObject(error.responseHeaders) ? stringsIn(error.responseHeaders) : {});
  const said =
    typeof responseBody === "string" && responseBody !== "" ? responseBody : (data ?? error.message);
  if (status >= 200 && status < 300) {
    const retryable = !/html/i.test(headers.get("content-type") ?? "");
    return badStream("The response contains no reply", context, { seen: textIn(said), retryable });
  }
  return providerErrorOf({ ...context, ...hostOf(error, context), status, headers, body: said });
}

function ownError(error: Thrown, { provider }: ErrorContext): ProviderError {
  const code = Object.hasOwn(codes, error.name) ? codes[error.name]! : "bad-stream";
  // One without an answer that may be tried again did not get through.
  const sent = error.isRetryable === true ? "network" : code;
  return new ProviderError(sent, `${provider}: ${error.message}`, {
    provider,
    retryable: sent === "network" || sent === "bad-stream",
    cause: error,
  });
}

function hostOf({ url }: Thrown, context: ErrorContext): ErrorContext {
  return typeof url === "string" && URL.canParse(url) ? { ...context, host: new URL(url).host } : context;
}

function stringsIn(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "string"));
}

function textIn(said: unknown): string {
  return typeof said === "string" ? said : (JSON.stringify(said) ?? messageOf(said));
}
