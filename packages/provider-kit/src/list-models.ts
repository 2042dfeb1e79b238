import { ProviderError } from "@skein/protocol";
import type { JsonValue, ModelInfo, ModelLimits } from "@skein/protocol";
import { badStream, isWebPage, thrownError, webPageError } from "./error-context.ts";
import type { ErrorContext } from "./error-context.ts";
import { jsonIn } from "./json-fields.ts";
import { readStart } from "./read-start.ts";
import type { HttpResponse } from "./transport/send.ts";

/** Timeout of a list, in milliseconds. */
const listMs = 15_000;

/** The most bytes to read of a list. */
const maxListBytes = 67_108_864;

export interface ModelList {
  /** Resolves with an unread 2xx response. */
  readonly ask: (signal: AbortSignal) => Promise<HttpResponse>;
  /** The models in the response's JSON; `undefined` when it is not a model list. */
  readonly modelsIn: (body: JsonValue) => readonly ModelInfo[] | undefined;
  readonly context: ErrorContext;
}

/**
 * Lists an endpoint's models. Throws `ProviderError`: `stalled` after 15 s, `bad-stream` for a response that
 * is not a list.
 */
export async function listModels(
  { ask, modelsIn, context }: ModelList,
  signal?: AbortSignal,
): Promise<readonly ModelInfo[]> {
  const deadline = AbortSignal.timeout(listMs);
  try {
    const response = await ask(signal ? AbortSignal.any([signal, deadline]) : deadline);
    const seen = await readStart(response, maxListBytes);
    const body = jsonIn(seen);
    const models = body === undefined ? undefined : modelsIn(body);
    const what = "The response is not a list of models";
    if (!models && isWebPage(seen)) throw webPageError(what, context, seen);
    if (!models) throw badStream(what, context, { seen, retryable: false });
    return models;
  } catch (error) {
    signal?.throwIfAborted();
    if (!deadline.aborted) throw thrownError(error, context);
    const { provider, host } = context;
    const message = `${host} did not answer for ${listMs / 1000} s.`;
    throw new ProviderError("stalled", message, { provider, retryable: true });
  }
}

/** Limits from an endpoint, in tokens. Anything but a positive number is unknown. */
export function limitsIn(
  contextTokens: JsonValue | undefined,
  outputTokens: JsonValue | undefined,
): ModelLimits {
  return {
    ...(isLimit(contextTokens) ? { contextTokens } : {}),
    ...(isLimit(outputTokens) ? { outputTokens } : {}),
  };
}

/** Which media an endpoint says that a model takes. Anything but a boolean is unknown. */
export function mediaIn(said: Readonly<Record<"images" | "pdfs", JsonValue | undefined>>): ModelLimits {
  const { images, pdfs } = said;
  return {
    ...(typeof images === "boolean" ? { images } : {}),
    ...(typeof pdfs === "boolean" ? { pdfs } : {}),
  };
}

function isLimit(value: JsonValue | undefined): value is number {
  return typeof value === "number" && value > 0;
}
