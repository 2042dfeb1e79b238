/** A semaphore: a limited number of places; later callers wait in line. */
export interface Semaphore {
  /** How many are taken. */
  taken(): number;
  isFull(): boolean;
  /**
   * Rejects with the signal's reason.
   *
   * @returns a function that releases the place; calling it again does nothing.
   */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSemaphore(count: number): Semaphore {
  let taken = 0;
  const line: (() => void)[] = [];

  function place(): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = line.shift();
      if (next) next();
      else taken -= 1;
    };
  }

  return {
    taken: () => taken,
    isFull: () => taken >= count,
    async take(signal) {
      signal.throwIfAborted();
      if (taken < count) {
        taken += 1;
        return place();
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const leave = () => {
        const at = line.indexOf(resolve);
        if (at === -1) return; // its turn came at the same moment
        line.splice(at, 1);
        reject(signal.reason as Error);
      };
      line.push(resolve);
      signal.addEventListener("abort", leave, { once: true });
      await promise.finally(() => signal.removeEventListener("abort", leave));
      return place();
    },
  };
}
