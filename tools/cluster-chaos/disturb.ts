import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresServer } from "../../packages/test-kit/src/index.ts";
import type { Cluster } from "./cluster.ts";

export interface Disturbances {
  /** Kills and pauses of workers. */
  readonly faults: readonly { readonly worker: number; readonly at: number }[];
  readonly kills: number;
  readonly pauses: number;
  readonly restarts: number;
  /** Workers that ended by themselves, in sentences. */
  readonly crashes: readonly string[];
}

export interface DisturbOptions {
  readonly cluster: Cluster;
  readonly postgres: PostgresServer;
  readonly random: () => number;
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/** Up to twice as long as it takes until a silent worker has lost its runs. */
const longestPauseMs = 24_000;

/** Kills and pauses workers and restarts the database until the signal is aborted; all workers go on then. */
export async function disturb(options: DisturbOptions): Promise<Disturbances> {
  const { cluster, postgres, random, everyMs, signal } = options;
  const faults: { worker: number; at: number }[] = [];
  const crashes: string[] = [];
  const pauses: Promise<void>[] = [];
  const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  let [kills, restarts] = [0, 0];

  async function pause(worker: number, ms: number): Promise<void> {
    const paused = cluster.workers[worker]!;
    paused.signal("SIGSTOP");
    await wait(ms);
    paused.signal("SIGCONT");
  }

  for (;;) {
    await wait((0.5 + random()) * everyMs);
    if (signal.aborted) break;
    for (const [number, worker] of cluster.workers.entries()) {
      if (!worker.hasCrashed()) continue;
      crashes.push(`Worker ${number} has ended by itself: ${worker.complaints.slice(-3).join(" ")}`);
      await cluster.replace(number);
    }
    const [kind, worker] = [random(), Math.floor(random() * cluster.workers.length)];
    if (kind < 0.2) {
      await postgres.restart(random() < 0.5 ? "SIGKILL" : "SIGINT");
      restarts++;
      continue;
    }
    if (cluster.workers[worker]!.isPaused()) continue;
    faults.push({ worker, at: performance.now() });
    if (kind < 0.6) {
      kills++;
      await cluster.replace(worker);
    } else pauses.push(pause(worker, random() * longestPauseMs));
  }
  await Promise.all(pauses);
  return { faults, kills, pauses: pauses.length, restarts, crashes };
}
