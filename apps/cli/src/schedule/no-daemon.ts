import type { Schedules } from "@skein/runtime/schedules";
import { note } from "../print.ts";

/** Schedules alone start nothing. */
export function warnWithoutDaemon(schedules: Schedules): void {
  if (schedules.hasDaemon()) return;
  note(
    "No daemon is running, so nothing will start by itself: skein schedule daemon, or skein schedule install",
  );
}
