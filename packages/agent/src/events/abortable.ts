/** Settles like `promise`, or rejects with the signal's reason as soon as that is aborted. */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (signal.aborted) {
    promise.catch(() => undefined); // avoids an unhandled rejection
    return Promise.reject(signal.reason);
  }
  const { promise: either, resolve, reject } = Promise.withResolvers<Value>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  promise.then(resolve, reject);
  return either.finally(() => signal.removeEventListener("abort", onAbort));
}

/**
 * Iterates `source` until `signal` is aborted, then throws the signal's reason at once, even if the source
 * ignores the signal. The source is told to stop but not awaited.
 */
export async function* abortable<Item>(
  source: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  signal.throwIfAborted();
  const iterator = source[Symbol.asyncIterator]();
  let giveUp: (reason: unknown) => void = () => {};
  const onAbort = () => giveUp(signal.reason);
  signal.addEventListener("abort", onAbort);
  let finished = false;
  try {
    for (;;) {
      const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Item>>();
      giveUp = reject;
      iterator.next().then(resolve, reject);
      const next = await promise;
      if (next.done) {
        finished = true;
        return;
      }
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    if (!finished) iterator.return?.().then(undefined, () => undefined);
  }
}
