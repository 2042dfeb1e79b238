import { ProviderError } from "@skein/protocol";

/** How often in a row a request that was refused for its length is compacted and sent again. */
export const maxOverflows = 6;

/** The hint of a request that is too long and cannot be made shorter. */
export const nothingShorter =
  "The conversation could not be compacted enough. Choose a model with a larger context window, or start a new session.";

/** For the user. */
export function tooLong(window: number | undefined, overflows: number): string {
  const size = window === undefined ? "" : ` of ${window} tokens`;
  return `The request exceeded the model's context window${size}. Compacting the conversation (${overflows} of ${maxOverflows}).`;
}

/** The same error with a hint. */
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
