import { currentProcess } from "@skein/platform/process";
import type { Clock } from "@skein/protocol";
import { defaultCatchUp, defaultGraceMs } from "./plan-slots.ts";
import { runSlot, type SlotRunner } from "./run-slot.ts";
import type { Schedule } from "./schedule.ts";
import type { Schedules } from "./schedules.ts";
import { isFinal, type Slot } from "./slot.ts";
import type { SlotChange, SlotKey } from "./store.ts";
import { runRound, type TakenSlot, type Round } from "./run-round.ts";
import { watchDaemons } from "./watch-daemons.ts";

export interface DaemonOptions extends Pick<SlotRunner, "run"> {
  readonly schedules: Schedules;
  /** The state of the session of a slot whose daemon died. Default: it is resumed as if it had begun. */
  readonly outcomeOf?: SlotRunner["outcomeOf"];
  /**
   * Says why a schedule's recipe is no longer the approved one; `undefined` if it is. Called before each slot of a
   * schedule with a `consent`.
   */
  readonly checkConsent?: (schedule: Schedule) => Promise<string | undefined>;
  /** A label of this daemon for people. Default: the pid. */
  readonly owner?: string;
  /** Ends the daemon: no more slots start, and running ones are aborted and awaited. */
  readonly signal: AbortSignal;
  /** Slots that may run at once. Default 4. */
  readonly maxParallel?: number;
  /** Called for each slot whose state this daemon changes. */
  readonly onSlot?: (slot: Slot, schedule: Schedule | undefined) => void;
  /** Called when a round fails; the daemon continues. Default: the error is thrown. */
  readonly onError?: (error: unknown) => void;
  /** Runs only this slot, and then ends. */
  readonly only?: SlotKey;
  /** Milliseconds between rounds. Default 1,000. */
  readonly tickMs?: number;
  /** Milliseconds without a heartbeat after which a daemon that cannot be seen counts as dead. Default 30,000. */
  readonly leaseMs?: number;
  /** Milliseconds after which a slot counts as late. Default 60,000. */
  readonly graceMs?: number;
  /** How many late slots `catchUp: "all"` runs. Default 20. */
  readonly maxCatchUp?: number;
}

interface Run {
  readonly taken: TakenSlot;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** Runs due slots until `signal` is aborted. Any number of daemons may share a store: each slot runs once. */
export async function runDaemon(options: DaemonOptions): Promise<void> {
  const { schedules, signal, maxParallel = 4, only, onSlot, tickMs = 1000 } = options;
  const { leaseMs = 30_000, graceMs = defaultGraceMs, maxCatchUp = defaultCatchUp } = options;
  const { store, clock, ids } = schedules;
  const self = currentProcess();
  const watch = watchDaemons(self, leaseMs);
  const runs = new Map<string, Run>();
  const runner = { run: options.run, outcomeOf: options.outcomeOf, clock, tickMs, signal };
  let id = join();
  let sinceBeatMs = 0;
  let wake = new AbortController();

  function join(): string {
    const now = clock.now();
    const fresh = `${options.owner ?? `daemon ${process.pid}`} ${ids()}`;
    const head = { ...self, id: fresh, since: now, beat: 0 };
    store.joinDaemon({ ...head, leaseUntil: now + leaseMs, forOneSlot: only !== undefined });
    return fresh;
  }

  /** Another daemon considered this one dead: its slots belong to others now. */
  async function joinAnew(): Promise<void> {
    for (const { stop } of runs.values()) stop.abort(new Error("Another daemon has taken this slot over."));
    await Promise.all([...runs.values()].map(({ done }) => done));
    id = join();
  }

  async function turn(): Promise<Round> {
    if (sinceBeatMs >= leaseMs / 3) {
      if (!store.beat(id, clock.now() + leaseMs)) await joinAnew();
      sinceBeatMs = 0;
    }
    const consents = await checkedConsents(options);
    const capacity = maxParallel - runs.size;
    const common = {
      store,
      watch,
      daemon: id,
      clock,
      capacity,
      graceMs,
      maxCatchUp,
      newSession: ids,
      consents,
    };
    const taken = runRound({ ...common, only });
    for (const one of taken.taken) launch(one);
    for (const slot of taken.changed) tell(slot);
    for (const slot of taken.running) {
      const run = slot.stop === undefined ? undefined : runs.get(keyOf(slot));
      if (run?.taken.slot.owner === slot.owner) run?.stop.abort(new Error(`It was stopped: ${slot.stop}.`));
    }
    return taken;
  }

  function launch(taken: TakenSlot): void {
    tell(taken.slot, taken.schedule);
    const stop = new AbortController();
    const key = keyOf(taken.slot);
    const done = runSlot(runner, taken, AbortSignal.any([stop.signal, signal]))
      .then((change) => (change ? record(taken, change) : undefined))
      .finally(() => {
        runs.delete(key);
        wake.abort();
      });
    runs.set(key, { taken, stop, done });
  }

  /** Recording the end of a run is worth retrying: a disk may be full temporarily. */
  async function record({ schedule, slot }: TakenSlot, change: SlotChange): Promise<void> {
    for (;;) {
      try {
        const now = { ...change, endedAt: clock.now() };
        if (store.changeSlot(slot, now)) tell({ ...slot, ...now }, schedule);
        return;
      } catch (error) {
        options.onError?.(error);
        // The next daemon checks the session.
        if (signal.aborted || !(await waited(clock, tickMs, signal))) return;
      }
    }
  }

  function tell(slot: Slot, schedule?: Schedule): void {
    if (!onSlot) return;
    onSlot(slot, schedule ?? store.schedules({ removed: true }).find((one) => one.id === slot.schedule));
  }

  const isThere = () => {
    if (!only) return true;
    const slot = store.slot(only);
    return slot !== undefined && !isFinal(slot);
  };

  try {
    while (!signal.aborted && isThere()) {
      wake = new AbortController();
      let nextAt = Infinity;
      try {
        ({ nextAt } = await turn());
      } catch (error) {
        if (!options.onError) throw error;
        options.onError(error);
      }
      const ms = Math.max(1, Math.min(tickMs, nextAt - clock.now()));
      if (await waited(clock, ms, AbortSignal.any([signal, wake.signal]))) watch.waited(ms);
      sinceBeatMs += ms; // waking early only means an early heartbeat, which does no harm
    }
  } finally {
    for (const { stop } of runs.values()) stop.abort(new Error("The daemon was stopped."));
    await Promise.all([...runs.values()].map(({ done }) => done));
    store.leaveDaemon(id);
  }
}

/** For schedules that may have due slots. */
async function checkedConsents({ schedules, checkConsent }: DaemonOptions) {
  const { store, clock } = schedules;
  const checked = new Map<string, string | undefined>();
  const now = clock.now();
  const waiting = new Set(store.openSlots().map(({ schedule }) => schedule));
  for (const schedule of store.schedules()) {
    if (schedule.work.kind !== "recipe" || schedule.work.consent === undefined) continue;
    const isDue = waiting.has(schedule.id) || schedule.plannedTo < now;
    if (isDue) checked.set(schedule.id, await checkConsent?.(schedule));
  }
  return checked;
}

/** @returns false when the signal ended it. */
async function waited(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

function keyOf({ schedule, planned }: SlotKey): string {
  return `${schedule} ${planned}`;
}
