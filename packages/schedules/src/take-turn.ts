import type { Clock } from "@skein/protocol";
import { chooseSlots } from "./choose-slots.ts";
import { slotTimes } from "./cron.ts";
import { jitterOf, planSlots } from "./plan-slots.ts";
import type { Schedule } from "./schedule.ts";
import type { Slot } from "./slot.ts";
import type { ScheduleStore, SlotChange, SlotKey, StoredSchedule } from "./store.ts";
import type { DaemonWatch } from "./watch-daemons.ts";

export interface TurnRequest {
  readonly store: ScheduleStore;
  readonly watch: DaemonWatch;
  /** The daemon whose turn it is. */
  readonly daemon: string;
  readonly clock: Pick<Clock, "now">;
  /** How many more slots it may run. */
  readonly capacity: number;
  readonly graceMs: number;
  readonly maxCatchUp: number;
  readonly newSession: () => string;
  /** By schedule: why what was agreed to does not hold any more; `undefined` in it: it holds. */
  readonly consents: ReadonlyMap<string, string | undefined>;
  /** The one slot it came for. */
  readonly only: SlotKey | undefined;
}

export interface Taken {
  readonly schedule: Schedule;
  /** As it is in the store now: running, by this daemon. */
  readonly slot: Slot;
  /** Another daemon had it before, and died. */
  readonly recovered: boolean;
}

export interface Turn {
  readonly taken: readonly Taken[];
  /** Slots that others than this daemon's runs put into a state: missed, interrupted, lost. */
  readonly changed: readonly Slot[];
  /** All that run, wherever. */
  readonly running: readonly Slot[];
  /** When the next slot is due. */
  readonly nextAt: number;
}

/** How many daemons may die at one slot before it is given up. */
const maxInterruptions = 3;
/** History that is kept of each schedule, in slots. */
const maxHistory = 1000;

/**
 * One look at everything, in one transaction: what dead daemons left, what has come due, what may start. What is taken
 * is on disk as running when this returns, and no other daemon has it.
 */
export function takeTurn(request: TurnRequest): Turn {
  // The clock is read within: a turn that had to wait for another one's must not take that for a clock set back.
  return request.store.transact(() => turnOf({ ...request, now: request.clock.now() }));
}

interface TurnNow extends TurnRequest {
  readonly now: number;
}

function turnOf(request: TurnNow): Turn {
  const { store, daemon, now, only } = request;
  const changed: Slot[] = [];
  const taken: Taken[] = [];

  function change(slot: Slot, to: SlotChange): Slot {
    store.changeSlot(slot, to);
    const after = { ...slot, ...to };
    if (to.state !== "running") changed.push(after);
    return after;
  }

  function take(schedule: Schedule, slot: Slot): void {
    const to = { state: "running", owner: daemon, startedAt: slot.startedAt ?? now } as const;
    const after = change(slot, { ...to, session: slot.session ?? request.newSession() });
    taken.push({ schedule, slot: after, recovered: slot.state === "interrupted" });
  }

  const gone = leaveDead(request);
  for (const slot of store.openSlots()) {
    if (slot.state !== "running" || slot.owner === daemon || !gone(slot.owner)) continue;
    change(slot, { state: "interrupted", interruptions: slot.interruptions + 1 });
  }

  const schedules = new Map(store.schedules({ removed: true }).map((schedule) => [schedule.id, schedule]));
  let nextAt = Infinity;
  if (!only) {
    for (const schedule of schedules.values()) {
      if (!isActive(schedule)) continue;
      const plan = planOf(request, schedule);
      changed.push(...plan.missed);
      nextAt = Math.min(nextAt, plan.nextAt);
    }
  }

  const room = () => request.capacity - taken.length;
  const bySchedule = openSlots(request, schedules);
  // What was interrupted comes before what is new.
  for (const { schedule, open } of bySchedule) {
    for (const slot of open) {
      if (slot.state !== "interrupted") continue;
      const reason = givenUp(schedule, slot);
      if (reason !== undefined) change(slot, { state: "lost", reason, endedAt: now });
      else if (schedule.pausedAt === undefined && room() > 0) take(schedule, slot);
    }
  }
  for (const { schedule, open } of bySchedule) {
    for (const { dueAt } of open) if (dueAt > now) nextAt = Math.min(nextAt, dueAt);
    const choice = chooseSlots({
      overlap: schedule.overlap,
      open: open.filter(({ cause }) => isActive(schedule) || cause === "manual"),
      now,
      capacity: room(),
    });
    for (const { slot, reason } of choice.miss) change(slot, { state: "missed", reason, endedAt: now });
    for (const slot of choice.stop) {
      if (slot.state === "running") store.changeSlot(slot, { stop: "the next one is due" });
    }
    for (const slot of choice.start) {
      const consent = consentOf(request, schedule);
      if (consent === "unknown") continue; // it is looked up before the next turn
      if (consent === undefined) take(schedule, slot);
      else change(slot, { state: "missed", reason: consent.because, endedAt: now });
    }
  }
  for (const id of new Set([...changed, ...taken.map(({ slot }) => slot)].map(({ schedule }) => schedule))) {
    const trimmedTo = store.trim(id, maxHistory);
    if (trimmedTo !== undefined) store.changeSchedule(id, { trimmedTo });
  }
  const running = store.openSlots().filter(({ state }) => state === "running");
  return { taken, changed, running, nextAt };
}

/** Those that this daemon came for. */
function openSlots(
  { store, only }: TurnRequest,
  schedules: ReadonlyMap<string, StoredSchedule>,
): readonly { readonly schedule: StoredSchedule; readonly open: readonly Slot[] }[] {
  const wanted = store.openSlots().filter((slot) => !only || isSame(slot, only));
  const bySchedule = Map.groupBy(wanted, ({ schedule }) => schedule);
  return [...bySchedule].flatMap(([id, open]) => {
    const schedule = schedules.get(id);
    return schedule ? [{ schedule, open }] : [];
  });
}

/** Takes the daemons that died off the list. @returns whether an owner is gone. */
function leaveDead({ store, watch, daemon }: TurnRequest): (owner: string | undefined) => boolean {
  const alive = new Set([daemon]);
  for (const other of store.daemons()) {
    if (other.id === daemon || !watch.isGone(other)) alive.add(other.id);
    else store.leaveDaemon(other.id);
  }
  return (owner) => owner === undefined || !alive.has(owner);
}

function planOf(request: TurnNow, schedule: StoredSchedule): { missed: readonly Slot[]; nextAt: number } {
  const { store, now, graceMs, maxCatchUp } = request;
  const { id, cron, tz, catchUp, jitterMs, trimmedTo } = schedule;
  let { plannedTo } = schedule;
  const times = slotTimes(cron, tz);
  if (plannedTo > now) {
    // The clock has been set back, so what it planned was too early, and what it missed is yet to come.
    store.takeBack(id, now);
    plannedTo = Math.max(now, trimmedTo);
    store.changeSchedule(id, { plannedTo });
  }
  const plan = planSlots({ times, catchUp, plannedTo, now, graceMs, maxCatchUp });
  const head = { schedule: id, cause: "cron", interruptions: 0 } as const;
  for (const { planned, isLate } of plan.due) {
    const dueAt = planned + jitterOf(id, planned, jitterMs);
    store.insertSlot({ ...head, planned, state: "planned", isLate, dueAt });
  }
  const missed = plan.missed
    .map((one): Slot => ({
      ...head,
      ...one,
      state: "missed",
      isLate: true,
      dueAt: one.planned,
      endedAt: now,
    }))
    .filter((slot) => store.insertSlot(slot));
  if (plan.plannedTo !== plannedTo) store.changeSchedule(id, { plannedTo: plan.plannedTo });
  return { missed, nextAt: times.next(now, 1)[0] ?? Infinity };
}

function givenUp(schedule: Schedule, { interruptions }: Slot): string | undefined {
  if (interruptions >= maxInterruptions) return `${interruptions} daemons died while it ran`;
  return schedule.removedAt === undefined ? undefined : "its daemon died, and the schedule was removed";
}

function consentOf({ consents }: TurnRequest, { id, work }: Schedule) {
  if (work.kind !== "recipe" || work.consent === undefined) return undefined;
  if (!consents.has(id)) return "unknown";
  const because = consents.get(id);
  return because === undefined ? undefined : { because };
}

function isActive({ pausedAt, removedAt }: Schedule): boolean {
  return pausedAt === undefined && removedAt === undefined;
}

function isSame(slot: SlotKey, other: SlotKey): boolean {
  return slot.schedule === other.schedule && slot.planned === other.planned;
}
