import { crashes } from "./limits.ts";

/** When a server that has crashed may be started again. */
export interface Restarts {
  crashed(): void;
  /** Milliseconds to wait before the next start; `undefined` while it is not to be started at all. */
  waitMs(): number | undefined;
  /** Crashes that count now. */
  count(): number;
}

/** @param now - milliseconds of a clock that only goes forward. */
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
