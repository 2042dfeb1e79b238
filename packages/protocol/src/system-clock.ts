import type { Clock } from "./ports.ts";

/**
 * Clock of the machine. Runs wherever JavaScript has timers. `sleep` rejects
 * with the signal's reason.
 *
 * @example
 * ```ts
 * await systemClock.sleep(1000, AbortSignal.timeout(500)); // rejects after 500 ms
 * ```
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms);
      signal.addEventListener("abort", stop, { once: true });
    }),
};
