import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSchedules, sqliteSchedules, type ScheduleInput, type Schedules } from "../src/index.ts";
import { steppedClock, type SteppedClock } from "./stepped-clock.ts";

export interface TempSchedules extends Disposable {
  readonly schedules: Schedules;
  readonly clock: SteppedClock;
  readonly path: string;
}

/** A store on disk that goes with the test, on a clock that the test moves. */
export function tempSchedules(start = "2026-03-01T00:00:00Z"): TempSchedules {
  const folder = mkdtempSync(join(tmpdir(), "skein-schedules-"));
  const path = join(folder, "data", "schedules.db");
  const clock = steppedClock(Date.parse(start));
  const store = sqliteSchedules(path);
  let ids = 0;
  return {
    schedules: createSchedules({ store, clock, ids: () => `id-${++ids}` }),
    clock,
    path,
    [Symbol.dispose]() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function input(change: Partial<ScheduleInput> = {}): ScheduleInput {
  return {
    name: "report",
    cron: "0 * * * *",
    tz: "UTC",
    work: { kind: "prompt", text: "Report." },
    cwd: "/",
    mode: "auto",
    ...change,
  };
}
