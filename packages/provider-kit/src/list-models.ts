// Model lists. They are not retried: users wait for them, and `check` uses them
// to test a key.
import { ProviderError } from "@skein/protocol";
import type { JsonValue, ModelInfo, ModelLimits } from "@skein/protocol";
import { badStream, isWebPage, thrownError, webPageError } from "./error-context.ts";
import type { ErrorContext } from "./error-context.ts";
import { jsonIn } from "./json-fields.ts";
import { readStart } from "./read-start.ts";
import type { HttpResponse } from "./transport/send.ts";

/** Timeout of a list, in milliseconds. */
const listMs = 15_000;

/** Most bytes to read of a list: 64 MiB. */
const maxListBytes = 67_108_864;

/**
 * Vendor's part of a model list: how to request it, and how to read it.
 *
 * @example
 * ```ts
 * const list: Pick<ModelList, "modelsIn"> = {
 *   modelsIn: (body) =>
 *     objectsIn(objectIn(body)["data"]).map((model) => ({
 *       id: stringIn(model["id"]),
 *       limits: limitsIn(model["context_length"], undefined),
 *     })),
 * };
 * ```
 */
export interface ModelList {
  /**
   * Sends the request. Resolves with an unread 2xx response: see `sendRequest`.
   */
  readonly ask: (signal: AbortSignal) => Promise<HttpResponse>;
  /**
   * Reads the models from the JSON of the response. Returns undefined if the
   * JSON is not a model list.
   */
  readonly modelsIn: (body: JsonValue) => readonly ModelInfo[] | undefined;
  /** Facts for error messages. */
  readonly context: ErrorContext;
}

/**
 * Lists the models of an endpoint. For `ProviderParts.list`.
 *
 * Throws `ProviderError`: `stalled` after 15 s, `bad-stream` for a response
 * that is not a list. An abort throws the reason of `signal`.
 *
 * @param signal - aborts the request. Default: only the timeout ends it.
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
    // The caller's abort was handled above, so here the list itself failed or
    // was too slow.
    if (!deadline.aborted) throw thrownError(error, context);
    const { provider, host } = context;
    const message = `${host} did not answer for ${listMs / 1000} s.`;
    throw new ProviderError("stalled", message, { provider, retryable: true });
  }
}

/**
 * Reads limits from untrusted JSON, in tokens. Anything but a positive number
 * is unknown.
 *
 * @example
 * ```ts
 * limitsIn(128_000, null); // { contextTokens: 128000 }
 * ```
 */
export function limitsIn(
  contextTokens: JsonValue | undefined,
  outputTokens: JsonValue | undefined,
): ModelLimits {
  return {
    ...(isLimit(contextTokens) ? { contextTokens } : {}),
    ...(isLimit(outputTokens) ? { outputTokens } : {}),
  };
}

/**
 * Reads from untrusted JSON which media a model takes. Anything but a boolean
 * is unknown.
 */
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
