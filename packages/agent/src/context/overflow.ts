import { ProviderError } from "@skein/protocol";

/** How often in a row a request that was refused for its length is made again. */
export const maxOverflows = 6;

/** The hint of a request that is too long and cannot be made shorter. */
export const nothingShorter =
  "The conversation could not be made short enough. Choose a model with a larger window, or start another session.";

/** For the user. */
export function tooLong(window: number | undefined, overflows: number): string {
  const size = window === undefined ? "" : ` of ${window} tokens`;
  return `The request was longer than the model's window${size}. Making the conversation shorter (${overflows} of ${maxOverflows}).`;
}

/** The same error, with what to do now. */
export function noWayToFit(error: ProviderError): ProviderError {
  const { message, provider, status, requestId, contextTokens } = error;
  return new ProviderError("context-overflow", message, {
    provider,
    retryable: false,
    status,
    requestId,
    contextTokens,
    cause: error,
    hint: nothingShorter,
  });
}
