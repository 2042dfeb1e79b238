import { existsSync } from "node:fs";
import { scheduleFile } from "@skein/runtime/schedules";
import { directories } from "@skein/settings";
import { userSchedules } from "../schedule/user-schedules.ts";
import { counted } from "../session/say.ts";
import type { Finding } from "./finding.ts";

const area = "schedules";

/** Says nothing where nothing was ever scheduled. Throws what the store throws. */
export function* schedules(): Generator<Finding> {
  if (!existsSync(scheduleFile(directories({ env: process.env }).data))) return;
  using user = userSchedules();
  const all = user.schedules.list();
  const active = all.filter(({ pausedAt }) => pausedAt === undefined);
  if (active.length > 0 && !user.schedules.hasDaemon()) {
    yield {
      area,
      state: "note",
      text: `No daemon is running, so ${active.length === 1 ? `"${active[0]?.name}" does` : `${active.length} schedules do`} not start`,
      fix: "skein schedule install --now, or in a terminal: skein schedule daemon",
    };
  } else if (all.length > 0) {
    const paused = all.length - active.length;
    yield {
      area,
      state: "ok",
      text: `${counted(all.length, "schedule")}${paused === 0 ? "" : `, ${paused} paused`}`,
    };
  }
}
