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
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    const ms = pollMs();
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
    try {
      await unlessAborted(promise, signal);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    serve(attempt, signal) {
      const earlier = last;
      const served = unlessAborted(earlier, signal).then(() => head(attempt, signal));
      last = Promise.allSettled([earlier, served]);
      return served;
    },
    changed() {
      changes++;
      wake();
    },
  };
}

/** Waits for the promise. Rejects with the signal's reason as soon as the signal is aborted. */
async function unlessAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort);
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
