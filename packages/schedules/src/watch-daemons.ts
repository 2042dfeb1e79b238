import type { ProcessIdentity } from "@skein/platform/process";
import { isAlive } from "./is-alive.ts";
import type { Daemon } from "./store.ts";

/** Tells dead daemons from living ones. */
export interface DaemonWatch {
  /** Call it each time this daemon has waited, with the duration. */
  waited(ms: number): void;
  isGone(daemon: Daemon): boolean;
}

/**
 * A daemon whose process can be seen is alive as long as the process. One that cannot be seen is dead when it has
 * sent no heartbeat while this daemon itself has waited for `leaseMs`: waiting is counted, not read from a clock, so
 * neither a clock that jumps nor a machine that sleeps makes two daemons run the same slot.
 */
export function watchDaemons(self: ProcessIdentity, leaseMs: number): DaemonWatch {
  const seen = new Map<string, { readonly beat: number; readonly atMs: number }>();
  let waitedMs = 0;
  return {
    waited(ms) {
      waitedMs += ms;
    },
    isGone(daemon) {
      const alive = isAlive(daemon, self);
      if (alive !== undefined) return !alive;
      const before = seen.get(daemon.id);
      if (before?.beat === daemon.beat) return waitedMs - before.atMs >= leaseMs;
      seen.set(daemon.id, { beat: daemon.beat, atMs: waitedMs });
      return false;
    },
  };
}
