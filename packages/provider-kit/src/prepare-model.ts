import type { AttemptModel } from "@skein/protocol";
import { withRetries } from "./retries.ts";
import type { RetryPolicy } from "./retries.ts";
import { withWatchdog } from "./watchdog.ts";
import type { LiveModel, WatchdogLimits } from "./watchdog.ts";

export interface ModelPreparation {
  readonly retry?: RetryPolicy | undefined;
  readonly watchdog?: WatchdogLimits | undefined;
  /** For users: a model that is slow to begin. Default: said to no one. */
  readonly notice?: ((text: string) => void) | undefined;
}

/** What a provider does with every model before it hands it out: a watchdog on each attempt, retries around them. */
export function prepareModel(
  model: LiveModel,
  { retry, watchdog, notice }: ModelPreparation = {},
): AttemptModel {
  return withRetries(withWatchdog(model, watchdog, notice), retry);
}
