import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresServer } from "../../../packages/test-kit/src/index.ts";
import type { Cluster } from "./cluster.ts";
import type { WorkerProcess } from "./worker-process.ts";

export interface WorkerFault {
  readonly worker: number;
  readonly at: number;
  /** When it had passed; a worker that was killed is replaced at once. */
  until: number;
}

export interface Disturbances {
  /** After which a worker may lose its runs: kills, pauses and silences. */
  readonly faults: readonly WorkerFault[];
  readonly kills: number;
  readonly pauses: number;
  readonly restarts: number;
  /** Of the network between one worker and the database: no byte passes, all connections are reset, all is late. */
  readonly silences: number;
  readonly resets: number;
  readonly delays: number;
  /** When anything was disturbed, and when that had passed. */
  readonly moments: readonly number[];
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
const longestMs = 24_000;
const longestDelayMs = 400;

/** Each is as likely as its share of the sum. */
const shares = { restart: 2, kill: 4, pause: 3, silence: 3, reset: 2, delay: 1 };
type Fault = keyof typeof shares;

/** Disturbs workers, their network and the database until the signal is aborted; all workers go on then. */
export async function disturb(options: DisturbOptions): Promise<Disturbances> {
  const { cluster, postgres, random, everyMs, signal } = options;
  const faults: WorkerFault[] = [];
  const crashes: string[] = [];
  const moments: number[] = [];
  const passing = new Map<number, Promise<void>>();
  const counts: Record<Fault, number> = { restart: 0, kill: 0, pause: 0, silence: 0, reset: 0, delay: 0 };
  const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);

  async function pause(worker: number): Promise<void> {
    const paused = cluster.workers[worker]!;
    paused.signal("SIGSTOP");
    await wait(random() * longestMs);
    paused.signal("SIGCONT");
  }

  async function silence(worker: number): Promise<void> {
    const hear = cluster.cables[worker]!.silence();
    await wait(random() * longestMs);
    hear(random() < 0.5 ? "arrives" : "is lost");
  }

  async function delay(worker: number): Promise<void> {
    cluster.cables[worker]!.slow(longestDelayMs * random());
    await wait(random() * longestMs);
    cluster.cables[worker]!.slow(0);
  }

  /** One of them passes before a worker gets the next. */
  function during(noted: WorkerFault, fault: Promise<void>): void {
    noted.until = Infinity;
    const passed = fault.finally(() => {
      noted.until = performance.now();
      moments.push(noted.until);
      passing.delete(noted.worker);
    });
    passing.set(noted.worker, passed);
  }

  /** What its supervisor starts again: one that found no database as it started. */
  const mayEnd = ({ complaints }: WorkerProcess): boolean => / cannot be reached /.test(complaints.join(" "));

  for (;;) {
    await wait((0.5 + random()) * everyMs);
    if (signal.aborted) break;
    for (const [number, worker] of cluster.workers.entries()) {
      if (!worker.hasCrashed()) continue;
      if (!mayEnd(worker))
        crashes.push(`Worker ${number} has ended by itself: ${worker.complaints.slice(-12).join(" ")}`);
      await cluster.replace(number);
    }
    const [fault, worker] = [drawn(random), Math.floor(random() * cluster.workers.length)];
    if (fault !== "restart" && passing.has(worker)) continue;
    counts[fault]++;
    const now = performance.now();
    moments.push(now);
    const noted: WorkerFault = { worker, at: now, until: now };
    if (mayLoseRuns.has(fault)) faults.push(noted);
    if (fault === "restart") {
      await postgres.restart(random() < 0.5 ? "SIGKILL" : "SIGINT");
      moments.push(performance.now());
    } else if (fault === "kill") await cluster.replace(worker);
    else if (fault === "reset") cluster.cables[worker]!.reset();
    else if (fault === "pause") during(noted, pause(worker));
    else if (fault === "silence") during(noted, silence(worker));
    else during(noted, delay(worker));
  }
  await Promise.all(passing.values());
  const {
    kill: kills,
    pause: pauses,
    restart: restarts,
    silence: silences,
    reset: resets,
    delay: delays,
  } = counts;
  return { faults, kills, pauses, restarts, silences, resets, delays, moments, crashes };
}

const mayLoseRuns: ReadonlySet<Fault> = new Set(["kill", "pause", "silence"]);

function drawn(random: () => number): Fault {
  const each = Object.entries(shares).flatMap(([fault, share]) => Array<Fault>(share).fill(fault as Fault));
  return each[Math.floor(random() * each.length)]!;
}
