import type { AttemptModel } from "@skein/protocol";
import { withRetries } from "./with-retries.ts";
import type { RetryPolicy } from "./with-retries.ts";
import { withWatchdog } from "./with-watchdog.ts";
import type { LiveModel, WatchdogLimits } from "./with-watchdog.ts";

export interface ModelPreparation {
  readonly retry?: RetryPolicy | undefined;
  readonly watchdog?: WatchdogLimits | undefined;
  /** Receives notices for users about a slow start. Default: none. */
  readonly notice?: ((text: string) => void) | undefined;
}

/** Adds an idle timeout to each attempt, and retries around them. */
export function prepareModel(
  model: LiveModel,
  { retry, watchdog, notice }: ModelPreparation = {},
): AttemptModel {
  return withRetries(withWatchdog(model, watchdog, notice), retry);
}
