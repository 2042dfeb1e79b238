import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "@skein/protocol";

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
};
