/** Places of which only so many are taken at once; who comes when all are taken waits in line. */
export interface Slots {
  /** How many are taken. */
  taken(): number;
  isFull(): boolean;
  /**
   * Rejects with the signal's reason.
   *
   * @returns the function that gives the place back; calling it again does nothing.
   */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSlots(count: number): Slots {
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
        if (at === -1) return; // its turn came in the same moment
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
