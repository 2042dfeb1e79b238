/** Settles like `promise`, or rejects with the signal's reason as soon as that is aborted. */
export function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (signal.aborted) {
    promise.catch(() => undefined); // nobody else will hear of it
    return Promise.reject(signal.reason);
  }
  const { promise: either, resolve, reject } = Promise.withResolvers<Value>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  promise.then(resolve, reject);
  return either.finally(() => signal.removeEventListener("abort", onAbort));
}

/**
 * Reads `source` until `signal` is aborted, then throws the signal's reason at once: a source that does not listen
 * to its signal cannot hold up its reader. The source is told to stop, and not waited for.
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
