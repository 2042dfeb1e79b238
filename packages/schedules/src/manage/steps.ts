/**
 * Work over a store, written once for stores that answer at once and for those that answer later: a generator that
 * yields what it waits for.
 */
export type Steps<Result> = Generator<unknown, Result, unknown>;

export type Awaitable<Value> = Value | Promise<Value>;

/** Waits for a value: `const found = yield* step(store.find(id))`. */
export function* step<Value>(value: Awaitable<Value>): Steps<Value> {
  return (yield value) as Value;
}

/** Does all steps at once; for a store whose answers are no promises. */
export function finishNow<Result>(steps: Steps<Result>): Result {
  let next = steps.next();
  while (!next.done) next = steps.next(next.value);
  return next.value;
}

/** Does the steps one after the other; what a promise is rejected with is thrown where it is waited for. */
export async function finishLater<Result>(steps: Steps<Result>): Promise<Result> {
  let next = steps.next();
  while (!next.done) {
    try {
      const value = await next.value;
      next = steps.next(value);
    } catch (error) {
      next = steps.throw(error);
    }
  }
  return next.value;
}
