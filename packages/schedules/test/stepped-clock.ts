import { setImmediate } from "node:timers/promises";
import type { Clock } from "@skein/protocol";

export interface SteppedClock extends Clock {
  /** Sets the clock, forward or back; sleeping times do not change. */
  set(now: number): void;
  /** Lets time pass: sleepers wake in their order, and what they do is done before the next one wakes. */
  pass(ms: number): Promise<void>;
}

interface Sleeper {
  readonly at: number;
  wake(): void;
}

/** A clock that stands still until it is moved. */
export function steppedClock(start: number): SteppedClock {
  let [wall, steady] = [start, 0];
  const sleepers = new Set<Sleeper>();
  return {
    now: () => wall,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const sleeper = { at: steady + ms, wake: resolve };
        sleepers.add(sleeper);
        signal.addEventListener(
          "abort",
          () => {
            sleepers.delete(sleeper);
            reject(signal.reason as Error);
          },
          { once: true },
        );
      }),
    set(now) {
      wall = now;
    },
    async pass(ms) {
      const end = steady + ms;
      await settled();
      for (;;) {
        const [next] = [...sleepers].toSorted((one, other) => one.at - other.at);
        if (!next || next.at > end) break;
        wall += next.at - steady;
        steady = next.at;
        sleepers.delete(next);
        next.wake();
        await settled();
      }
      wall += end - steady;
      steady = end;
    },
  };
}

/** Until everything that can go on without time has gone on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await setImmediate();
}
