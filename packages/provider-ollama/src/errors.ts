import type { JsonObject, JsonValue, NextStep, ProviderError, ProviderErrorCode } from "@skein/protocol";
import { codeOfStatus, errorIn, providerErrorOf } from "@skein/provider-kit";
import type { ErrorContext, Refusal } from "@skein/provider-kit";

/** What the server says where a status alone does not tell what to do. */
const advice: readonly (readonly [words: RegExp, hint: (model: string) => string, nextStep?: NextStep])[] = [
  [/\bunauthorized\b/i, () => "Run `ollama signin`, or set OLLAMA_API_KEY."],
  [/model .*not found|try pulling it first/i, (model) => `Get it with: ollama pull ${model}`],
  [
    /does not support tools/i,
    () => "Choose a model that calls tools (https://ollama.com/search?c=tools).",
    { do: "run-without-extensions" },
  ],
  [/out of memory/i, () => "Choose a smaller model, or set a smaller context window."],
];

/**
 * An answer with an error status, or an error inside a stream: `{"error": "…"}` with no word for its kind.
 *
 * @param model - the one that was asked for.
 */
export function refusalError(
  refusal: Refusal,
  context: ErrorContext,
  model: JsonValue | undefined,
): ProviderError {
  const { text, outer } = errorIn(refusal.body);
  const [, hint, nextStep] = advice.find(([words]) => words.test(text)) ?? [];
  const named = typeof model === "string" ? model : "MODEL";
  const code = refusal.status === undefined ? codeInside(outer, text) : undefined;
  return providerErrorOf({ ...context, ...refusal, code, hint: hint?.(named), nextStep });
}

/** Inside a stream there is no status but the one that a server passes on; without it the runner has given up. */
function codeInside({ StatusCode: upper, status_code: lower }: JsonObject, text: string): ProviderErrorCode {
  const status = [upper, lower].find((value) => typeof value === "number");
  if (typeof status === "number") return codeOfStatus(status);
  return /\bunauthorized\b/i.test(text) ? "auth" : "overloaded";
}
