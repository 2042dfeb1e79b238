import type { LiveSession } from "@skein/host";

/** Work that has the session to itself, such as an undo or a compaction. */
export interface ExclusiveWork {
  /** @param stopper - interrupts the work. Default: the work cannot be interrupted. */
  run<Result>(
    live: LiveSession,
    work: () => Promise<Result>,
    stopper: AbortController | undefined,
  ): Promise<Result>;
  isOn(): boolean;
  isInterruptible(): boolean;
  /** Returns true if there was work to interrupt. */
  interrupt(): boolean;
}

export function createExclusiveWork(onChange: () => void): ExclusiveWork {
  let count = 0;
  let latest: AbortController | undefined;
  return {
    async run(live, work, stopper) {
      count += 1;
      if (stopper) latest = stopper;
      onChange();
      try {
        return await live.alone(work);
      } finally {
        count -= 1;
        if (latest === stopper) latest = undefined;
        onChange();
      }
    },
    isOn: () => count > 0,
    isInterruptible: () => latest !== undefined,
    interrupt() {
      latest?.abort();
      return latest !== undefined;
    },
  };
}
