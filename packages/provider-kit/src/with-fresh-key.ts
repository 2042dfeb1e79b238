// Keys of some vendors expire within an hour, so a long session outlives them.
// The renewal is inside the retry layer and outside the attempt: the request
// that found the key expired is repeated once with the new one, without
// waiting, and a second refusal is an error.
import { ProviderError, SkeinError } from "@skein/protocol";
import type { ModelEvent, ModelRequest } from "@skein/protocol";
import type { LiveModel } from "./with-watchdog.ts";

/**
 * Renews a key that was refused with 401 and sends the request once more,
 * unless a reply had started.
 *
 * @param renewal - called before the request. The returned function resolves
 *   when a key other than the current one is in place.
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

/**
 * Returns true for a 401. A 403 is `auth` too, but a renewed key would lack the
 * same permission.
 */
export function isRefusedKey(error: unknown): boolean {
  return ProviderError.is(error) && error.code === "auth" && error.status === 401;
}

/**
 * Creates the error of a failed renewal: `auth`, unless it is already a typed
 * error.
 */
export function renewalError(provider: string, error: unknown): unknown {
  if (SkeinError.is(error)) return error;
  return new ProviderError("auth", `The key of ${provider} could not be renewed.`, {
    provider,
    retryable: false,
    cause: error,
    hint: "Sign in again, or set the key again.",
  });
}
