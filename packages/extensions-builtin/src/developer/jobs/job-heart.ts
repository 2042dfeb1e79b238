import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { leaseFile } from "./job-script.ts";

/** Signs of life for jobs: without them, a job ends itself. */
export interface JobHeart {
  /** Beats at once, and from then on until no job runs. */
  start(): void;
  stop(): void;
}

/** @param runningFolders - of the jobs that run now. */
export function createJobHeart(beatMs: number, runningFolders: () => readonly string[]): JobHeart {
  let beats = 0;
  let timer: NodeJS.Timeout | undefined;

  function beat(): void {
    beats += 1;
    const folders = runningFolders();
    for (const folder of folders) {
      try {
        writeFileSync(join(folder, leaseFile), `${process.pid}.${beats}\n`, { mode: 0o600 });
      } catch {
        // Its folder was removed: it ends without signs of life.
      }
    }
    if (folders.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    start() {
      timer ??= setInterval(beat, beatMs).unref();
      beat();
    },
    stop: () => clearInterval(timer),
  };
}
