import { crashes } from "./limits.ts";

/** Decides when a crashed server may be started again. */
export interface Restarts {
  crashed(): void;
  /** Milliseconds to wait before the next start; `undefined` while it must not be started. */
  waitMs(): number | undefined;
  /** Crashes that count now. */
  count(): number;
}

/** @param now - milliseconds of a monotonic clock. */
export function restarts(now: () => number): Restarts {
  let times: readonly number[] = [];
  let lastAt = 0;
  const counting = () => (times = times.filter((at) => now() - at < crashes.windowMs));
  return {
    crashed() {
      lastAt = now();
      times = [...counting(), lastAt];
    },
    waitMs() {
      const { length } = counting();
      if (length >= crashes.most) return undefined;
      if (length < 2) return 0;
      return Math.max(0, lastAt + crashes.delayMs * 2 ** (length - 2) - now());
    },
    count: () => counting().length,
  };
}
