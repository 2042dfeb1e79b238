import { messageOf } from "@skein/protocol";
import {
  runDaemon,
  type Job,
  type ScheduledJobEnd,
  type Schedule,
  type Schedules,
  type Slot,
} from "@skein/schedules";
import type { Machine } from "@skein/host";
import { machineSessions } from "@skein/host/sessions";
import { checkScheduledConsent } from "./check-scheduled-consent.ts";
import { sessionFate } from "./session-fate.ts";

/** How a face does what a slot says: as a process of its own (`slotProcesses`), or as a run beside others. */
export interface SlotPort {
  run(job: Job, signal: AbortSignal): Promise<ScheduledJobEnd>;
  /** Whether a run that a daemon started which is gone by now is still at a session. */
  isRunning(session: string): Promise<boolean>;
}

export interface Serving {
  readonly slots: SlotPort;
  /** A word for people that says who this is. */
  readonly owner: string;
  readonly signal: AbortSignal;
  readonly maxParallel?: number;
  /** Comes for this slot alone, and ends with it. */
  readonly only?: Pick<Slot, "schedule" | "planned">;
  readonly onSlot?: (slot: Slot, schedule: Schedule | undefined) => void;
  /** Receives each error once, until a different one occurs; the service continues. */
  readonly onProblem: (sentence: string) => void;
}

/** Runs what comes due, each slot by itself, until `signal` is aborted. */
export async function serveSchedules(
  machine: Machine,
  schedules: Schedules,
  { slots, onProblem, ...serving }: Serving,
): Promise<void> {
  await using sessions = await machineSessions(machine);
  let lastProblem: string | undefined;
  await runDaemon({
    schedules,
    run: (job, signal) => slots.run(job, signal),
    outcomeOf: (session) => sessionFate(sessions, session, (one) => slots.isRunning(one)),
    checkConsent: checkScheduledConsent,
    onError(error) {
      // The same each second would hide everything else.
      if (messageOf(error) !== lastProblem) onProblem(messageOf(error));
      lastProblem = messageOf(error);
    },
    ...serving,
  });
}
