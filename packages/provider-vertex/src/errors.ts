import { ProviderError } from "@skein/protocol";
import { errorIn } from "@skein/provider-kit";
import type { ErrorContext, Refusal } from "@skein/provider-kit";
import { geminiRefusal } from "@skein/provider-google/gemini";
import { messagesRefusal } from "@skein/provider-anthropic/messages";

/** The platform and the vendor behind it word their errors differently; both answer requests for either. */
export function refusalError(refusal: Refusal, context: ErrorContext): ProviderError {
  const { error, outer } = errorIn(refusal.body);
  const isVendors = outer["type"] === "error" || typeof error["type"] === "string";
  return withOwnHint((isVendors ? messagesRefusal : geminiRefusal)(refusal, context));
}

/** There is no key to check here. */
function withOwnHint(error: ProviderError): ProviderError {
  const hint = hints[error.code as "auth"];
  if (hint === undefined) return error;
  const { code, message, provider, retryable, retryAfterMs, status, requestId, cause } = error;
  return new ProviderError(code, message.replace("refused the key", "refused the credentials"), {
    provider,
    retryable,
    retryAfterMs,
    status,
    requestId,
    cause,
    hint,
  });
}

const hints: { readonly auth: string | undefined } = {
  auth: "Check that the credentials are those of the project (`gcloud auth application-default login`), that they have the role Vertex AI User, and that the project has the API and the model enabled.",
};
