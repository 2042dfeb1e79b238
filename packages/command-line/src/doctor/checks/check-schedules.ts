import { existsSync } from "node:fs";
import type { Machine } from "@skein/host";
import { userSchedules } from "@skein/host/schedules";
import { scheduleFile } from "@skein/runtime/schedules";
import type { CheckFinding } from "./finding.ts";

const area = "schedules";

/** Says nothing where nothing was ever scheduled. Throws what the store throws. */
export function* checkSchedules({ directories }: Pick<Machine, "directories">): Generator<CheckFinding> {
  if (!existsSync(scheduleFile(directories.data))) return;
  using user = userSchedules({ directories });
  const { schedules } = user;
  const all = schedules.list();
  const active = all.filter(({ pausedAt }) => pausedAt === undefined);
  if (active.length > 0 && !schedules.hasDaemon()) {
    yield {
      area,
      state: "note",
      text: `No daemon is running, so ${active.length === 1 ? `"${active[0]?.name}" does` : `${active.length} schedules do`} not start`,
      nextStep: { do: "start-schedules" },
    };
  } else if (all.length > 0) {
    const paused = all.length - active.length;
    yield {
      area,
      state: "ok",
      text: `${all.length === 1 ? "1 schedule" : `${all.length} schedules`}${paused === 0 ? "" : `, ${paused} paused`}`,
    };
  }
}
