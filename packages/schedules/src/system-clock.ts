import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@skein/protocol";

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    await sleep(ms, undefined, { signal }).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error;
    });
  },
};
