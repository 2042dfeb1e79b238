import { ProviderError, SkeinError } from "@skein/protocol";
import type { ModelEvent, ModelRequest } from "@skein/protocol";
import type { LiveModel } from "./watchdog.ts";

/**
 * A model that has a key renewed when it was refused with 401, and then asks once more. What had begun to answer is
 * not asked again.
 *
 * @param renewal - called before the request; what it returns resolves when another key than the one in use then is in
 *   place.
 */
export function withFreshKey(model: LiveModel, renewal: () => () => Promise<void>): LiveModel {
  async function* stream(
    request: ModelRequest,
    signal: AbortSignal,
    alive?: () => void,
  ): AsyncGenerator<ModelEvent> {
    const renew = renewal();
    let begun = false;
    try {
      for await (const event of model.stream(request, signal, alive)) {
        begun = true;
        yield event;
      }
      return;
    } catch (error) {
      if (begun || !isRefusedKey(error)) throw error;
    }
    await renew();
    yield* model.stream(request, signal, alive);
  }
  return { ...model, stream };
}

export function isRefusedKey(error: unknown): boolean {
  return ProviderError.is(error) && error.code === "auth" && error.status === 401;
}

/** What a failed renewal is to the caller: the key's own problem, unless it already says what it is. */
export function renewalError(provider: string, error: unknown): unknown {
  if (SkeinError.is(error)) return error;
  return new ProviderError("auth", `The key of ${provider} could not be renewed.`, {
    provider,
    retryable: false,
    cause: error,
    hint: "Sign in again, or set the key anew.",
  });
}
