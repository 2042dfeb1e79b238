import { messageOf, type Clock } from "@skein/protocol";
import type { Job, ScheduledJobEnd, SessionFate } from "./job.ts";
import type { SlotChange } from "./store.ts";
import type { TakenSlot } from "./run-round.ts";

export interface SlotRunner {
  readonly run: (job: Job, signal: AbortSignal) => Promise<ScheduledJobEnd>;
  readonly outcomeOf: ((session: string) => Promise<SessionFate>) | undefined;
  readonly clock: Clock;
  /** Milliseconds between checks of a session that another process is working on. */
  readonly tickMs: number;
  /** Aborted when the daemon ends. */
  readonly signal: AbortSignal;
}

/**
 * Runs or resumes a slot to its end.
 *
 * @param stop - aborted when this slot is to end.
 * @returns the result to record; `undefined` when that is left to the next daemon. Never throws.
 */
export async function runSlot(
  runner: SlotRunner,
  { schedule, slot, recovered }: TakenSlot,
  stop: AbortSignal,
): Promise<SlotChange | undefined> {
  const session = slot.session ?? "";
  let resumed = false;
  if (recovered) {
    const fate = await fateOf(runner, session);
    if (fate === undefined || fate.state === "lost") return fate;
    if (fate.state === "ended") return ended(fate.end);
    if (!schedule.resume) return { state: "lost", reason: diedBefore[fate.state] };
    if (slot.stop !== undefined) return { state: "lost", reason: `its daemon died, and ${slot.stop}` };
    resumed = fate.state === "open";
  }
  try {
    const end = await runner.run({ schedule, slot, session, resumed }, stop);
    const { reason = stop.aborted ? messageOf(stop.reason) : undefined, ...rest } = end;
    return ended(reason === undefined || end.outcome === "done" ? rest : { ...rest, reason });
  } catch (error) {
    return ended({ outcome: stop.aborted ? "cancelled" : "internal", reason: messageOf(error) });
  }
}

const diedBefore = {
  none: "its daemon died before it had started",
  open: "its daemon died while it ran",
} as const;

function ended(end: ScheduledJobEnd): SlotChange {
  return { state: "ended", ...end };
}

type Fate = Exclude<SessionFate, { state: "running" }> | { readonly state: "lost"; readonly reason: string };

/** Waits for a process that outlived its daemon. */
async function fateOf(runner: SlotRunner, session: string): Promise<Fate | undefined> {
  const { outcomeOf, clock, tickMs, signal } = runner;
  if (!outcomeOf) return { state: "open" };
  try {
    for (;;) {
      const fate = await outcomeOf(session);
      if (fate.state !== "running") return fate;
      await clock.sleep(tickMs, signal);
    }
  } catch (error) {
    if (signal.aborted) return undefined;
    return { state: "lost", reason: `its daemon died, and its session cannot be read: ${messageOf(error)}` };
  }
}
