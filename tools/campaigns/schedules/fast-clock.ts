import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "../../../packages/protocol/src/index.ts";

/** A clock that several processes share: it runs faster than the real one, and jumps. */
export interface FastTime {
  /** Where it starts, milliseconds since the epoch. */
  readonly base: number;
  /** The real time at its start. */
  readonly realBase: number;
  /** Real milliseconds that one of its minutes takes. */
  readonly msPerMinute: number;
  /** After so many real milliseconds it is set forward, or back. */
  readonly jumps: readonly { readonly atMs: number; readonly byMinutes: number }[];
}

export const minute = 60_000;

export function fastClock({ base, realBase, msPerMinute, jumps }: FastTime): Clock {
  const factor = minute / msPerMinute;
  return {
    now() {
      const passed = Date.now() - realBase;
      const jumped = jumps.reduce((sum, { atMs, byMinutes }) => sum + (passed >= atMs ? byMinutes : 0), 0);
      return Math.floor(base + passed * factor + jumped * minute);
    },
    async sleep(ms, signal) {
      await wait(ms / factor, undefined, { signal }).catch(() => signal.throwIfAborted());
    },
  };
}
