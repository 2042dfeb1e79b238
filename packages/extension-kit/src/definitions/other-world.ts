// A process on another day. Only `Date` and `Math.random` are replaced: timers,
// and modules that have stored the clock before, keep the real ones.

/** Milliseconds of a day. */
const day = 86_400_000;

/**
 * Runs something on another day and with other random numbers. Changes the
 * clock of the whole process meanwhile, so nothing else should run: for tests.
 *
 * @param days - days from now.
 * @param seed - start of the random numbers.
 * @param work - its result is returned, and the clock is restored also if it
 *   throws.
 */
export async function inOtherWorld<Value>(
  { days, seed }: { readonly days: number; readonly seed: number },
  work: () => Promise<Value>,
): Promise<Value> {
  const [RealDate, random] = [globalThis.Date, Math.random];
  globalThis.Date = movedDate(RealDate, days * day);
  Math.random = randomFrom(seed);
  try {
    return await work();
  } finally {
    globalThis.Date = RealDate;
    Math.random = random;
  }
}

/**
 * Wraps `Date` so that the current time is another one. Other dates are not
 * affected.
 */
function movedDate(RealDate: DateConstructor, byMs: number): DateConstructor {
  const now = () => RealDate.now() + byMs;
  // A proxy keeps `instanceof Date` and all static methods.
  return new Proxy(RealDate, {
    construct: (target, args: unknown[], moved) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, moved as typeof target) as Date,
    apply: (target) => new target(now()).toString(),
    get: (target, name) => (name === "now" ? now : (Reflect.get(target, name) as unknown)),
  });
}

/**
 * Creates a linear congruential generator: the same numbers for the same seed,
 * never a constant.
 */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
