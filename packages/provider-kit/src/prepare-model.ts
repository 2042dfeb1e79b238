import type { AttemptModel } from "@skein/protocol";
import { withRetries } from "./with-retries.ts";
import type { RetryPolicy } from "./with-retries.ts";
import { withWatchdog } from "./with-watchdog.ts";
import type { LiveModel, WatchdogLimits } from "./with-watchdog.ts";

/** Options of `prepareModel`. */
export interface ModelPreparation {
  /** Policy of the retry layer. Default: 3 retries with backoff. */
  readonly retry?: RetryPolicy | undefined;
  /** Idle timeouts. Default: 120 s before the first byte and 90 s after it. */
  readonly watchdog?: WatchdogLimits | undefined;
  /** Receives notices for users about a slow start. Default: none. */
  readonly notice?: ((text: string) => void) | undefined;
}

/**
 * Adds an idle timeout to each attempt, and retries around them.
 * `createProvider` calls it for every model; call it for a model that belongs
 * to no provider.
 *
 * @example
 * ```ts
 * const model = prepareModel({
 *   provider: "example",
 *   id: "example-1",
 *   limits: { contextTokens: 128_000 },
 *   async *stream(request, signal, alive) {
 *     // yields the events of `ModelEvent`
 *   },
 * });
 * ```
 */
export function prepareModel(
  model: LiveModel,
  { retry, watchdog, notice }: ModelPreparation = {},
): AttemptModel {
  return withRetries(withWatchdog(model, watchdog, notice), retry);
}
