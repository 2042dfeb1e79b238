import { openSessions } from "@skein/runtime";
import { runDaemon, type Schedule, type Schedules, type Slot } from "@skein/runtime/schedules";
import { directories } from "@skein/settings";
import { messageOf } from "@skein/protocol";
import { note } from "../session/say.ts";
import { checkConsent } from "./consent.ts";
import { sessionFate } from "./session-fate.ts";
import { runSlotProcess } from "./slot-process.ts";

export interface Serving {
  readonly signal: AbortSignal;
  readonly maxParallel?: number;
  readonly only?: Pick<Slot, "schedule" | "planned">;
  readonly onSlot?: (slot: Slot, schedule: Schedule | undefined) => void;
}

/** Runs what comes due, each slot as a process of its own, until `signal` is aborted. */
export async function serveSchedules(schedules: Schedules, serving: Serving): Promise<void> {
  await using sessions = openSessions(directories({ env: process.env }).data);
  let lastProblem: string | undefined;
  await runDaemon({
    schedules,
    owner: `skein ${process.pid}`,
    run: runSlotProcess,
    outcomeOf: (session) => sessionFate(sessions, session),
    checkConsent,
    onError(error) {
      // The same each second would hide everything else.
      if (messageOf(error) !== lastProblem) note(`skein: ${messageOf(error)}`);
      lastProblem = messageOf(error);
    },
    ...serving,
  });
}
