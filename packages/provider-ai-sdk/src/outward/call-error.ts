import { APICallError, LoadAPIKeyError } from "@ai-sdk/provider";
import { ConfigError, ProviderError, SkeinError } from "@skein/protocol";

/**
 * A failure of Skein in a class that users of the AI SDK know how to tell apart. Not retryable in any case: the retries
 * have been made. What is no error of Skein's stays as it is.
 */
export function callError(error: unknown): unknown {
  if (!SkeinError.is(error)) return error;
  const message = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  if (ConfigError.is(error) && error.code === "missing-key") return new LoadAPIKeyError({ message });
  if (!ProviderError.is(error)) return error;
  const { status: statusCode, requestId, provider, code } = error;
  return new APICallError({
    message,
    url: `skein:${provider}`,
    requestBodyValues: {},
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(requestId === undefined ? {} : { responseHeaders: { "x-request-id": requestId } }),
    isRetryable: false,
    data: { code, provider },
    cause: error,
  });
}
