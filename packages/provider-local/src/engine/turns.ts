/** Lets one after the other in. */
export interface Turns {
  /** Resolves with the function that lets the next one in. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<() => void>;
}

/** Creates turns in the order in which they were asked for. */
export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    async enter(signal) {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = before.then(() => promise);
      const aborted = Promise.withResolvers<never>();
      const onAbort = (): void => aborted.reject(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        signal.throwIfAborted();
        await Promise.race([before, aborted.promise]);
        return resolve;
      } catch (error) {
        resolve();
        throw error;
      } finally {
        signal.removeEventListener("abort", onAbort);
      }
    },
  };
}
