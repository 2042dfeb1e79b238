import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { outputFile } from "../shell/state.ts";
import type { Job } from "./jobs.ts";

const lookEveryMs = 50;

export interface StillOptions {
  /** Milliseconds without output after which it counts as waiting for somebody. */
  readonly stillMs: number;
  readonly mostMs: number;
  readonly signal: AbortSignal;
}

/** Resolves when a job shows nothing new for a while, has ended, or when it is time. */
export async function waitUntilStill(job: Job, { stillMs, mostMs, signal }: StillOptions): Promise<void> {
  const path = join(job.folder, outputFile);
  const until = performance.now() + mostMs;
  let size = "";
  let since = performance.now();
  while (!job.end && !signal.aborted && performance.now() < until) {
    // A file that was replaced has the same size now and then.
    const stats = statSync(path, { throwIfNoEntry: false });
    const now = `${stats?.size} ${stats?.ino}`;
    if (now !== size) [size, since] = [now, performance.now()];
    else if (performance.now() - since >= stillMs) return;
    await Promise.race([job.gone, sleep(lookEveryMs)]);
  }
}
