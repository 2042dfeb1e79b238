/** First come, first served: the first waiter tries again whenever something has changed. */
export interface FairQueue {
  /** Resolves with the first result of `attempt` that is not `undefined`. Rejects with the signal's reason. */
  serve<Result>(attempt: Attempt<Result>, signal: AbortSignal): Promise<Result>;
  changed(): void;
}

type Attempt<Result> = () => Result | undefined | Promise<Result | undefined>;

/** @param pollMs - how often the first waiter tries again even if nothing has changed here; `undefined`: never. */
export function createFairQueue(pollMs: () => number | undefined): FairQueue {
  let last: Promise<unknown> = Promise.resolve();
  let wake: () => void = () => undefined;
  let changes = 0;

  async function head<Result>(attempt: Attempt<Result>, signal: AbortSignal): Promise<Result> {
    for (;;) {
      signal.throwIfAborted();
      const before = changes;
      const result = await attempt();
      if (result !== undefined) return result;
      if (changes === before) await nextChange(signal);
    }
  }

  async function nextChange(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    wake = resolve;
    const ms = pollMs();
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }

  return {
    serve(attempt, signal) {
      const served = last.then(() => head(attempt, signal));
      last = served.catch(() => undefined);
      return served;
    },
    changed() {
      changes++;
      wake();
    },
  };
}
