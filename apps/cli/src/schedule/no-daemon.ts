import type { OpenSchedules } from "@skein/session-processes/schedules";
import { note } from "../print.ts";

/** Schedules alone start nothing. */
export function warnWithoutDaemon(schedules: Pick<OpenSchedules, "hasDaemon">): void {
  if (schedules.hasDaemon()) return;
  note(
    "No daemon is running, so nothing will start by itself: skein schedule daemon, or skein schedule install",
  );
}
