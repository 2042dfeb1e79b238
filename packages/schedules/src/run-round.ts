import type { Clock } from "@skein/protocol";
import { chooseSlots } from "./choose-slots.ts";
import { plannedSlots } from "./plan-slots.ts";
import type { Schedule } from "./schedule.ts";
import type { Slot } from "./slot.ts";
import type { ScheduleStore, SlotChange, SlotKey, StoredSchedule } from "./store.ts";
import type { DaemonWatch } from "./watch-daemons.ts";

export interface RoundRequest {
  readonly store: ScheduleStore;
  readonly watch: DaemonWatch;
  /** The daemon that does the round. */
  readonly daemon: string;
  readonly clock: Pick<Clock, "now">;
  /** How many more slots it may run. */
  readonly capacity: number;
  readonly graceMs: number;
  readonly maxCatchUp: number;
  readonly newSession: () => string;
  /** By schedule: why its approval no longer applies; `undefined`: it still does. */
  readonly consents: ReadonlyMap<string, string | undefined>;
  /** The only slot it runs. */
  readonly only: SlotKey | undefined;
}

export interface TakenSlot {
  readonly schedule: Schedule;
  /** As it is in the store now: running, by this daemon. */
  readonly slot: Slot;
  /** Another daemon had it before, and died. */
  readonly recovered: boolean;
}

export interface Round {
  readonly taken: readonly TakenSlot[];
  /** Slots whose state was changed other than by this daemon's runs: missed, interrupted, lost. */
  readonly changed: readonly Slot[];
  /** All running slots, of any daemon. */
  readonly running: readonly Slot[];
  /** When the next slot is due. */
  readonly nextAt: number;
}

/** How many daemons may die while running a slot before it is given up. */
const maxInterruptions = 3;
/** History kept per schedule, in slots. */
const maxHistory = 1000;

/**
 * One scheduling round, in one transaction: handles what dead daemons left, plans what has come due, and takes what
 * may start. A taken slot is on disk as running when this returns, and no other daemon has it.
 */
export function runRound(request: RoundRequest): Round {
  // The clock is read inside the transaction: a round that waited for another one must not mistake that for a clock
  // that was set back.
  return request.store.transact(() => turnOf({ ...request, now: request.clock.now() }));
}

interface TurnNow extends RoundRequest {
  readonly now: number;
}

function turnOf(request: TurnNow): Round {
  const { store, daemon, now, only } = request;
  const changed: Slot[] = [];
  const taken: TakenSlot[] = [];

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
  // Interrupted slots before new ones.
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
      if (consent === "unknown") continue; // checked before the next round
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

/** Slots reserved for this daemon. */
function openSlots(
  { store, only }: RoundRequest,
  schedules: ReadonlyMap<string, StoredSchedule>,
): readonly { readonly schedule: StoredSchedule; readonly open: readonly Slot[] }[] {
  const wanted = store.openSlots().filter((slot) => !only || isSame(slot, only));
  const bySchedule = Map.groupBy(wanted, ({ schedule }) => schedule);
  return [...bySchedule].flatMap(([id, open]) => {
    const schedule = schedules.get(id);
    return schedule ? [{ schedule, open }] : [];
  });
}

/** Removes dead daemons from the list. @returns whether an owner is gone. */
function leaveDead({ store, watch, daemon }: RoundRequest): (owner: string | undefined) => boolean {
  const alive = new Set([daemon]);
  for (const other of store.daemons()) {
    if (other.id === daemon || !watch.isGone(other)) alive.add(other.id);
    else store.leaveDaemon(other.id);
  }
  return (owner) => owner === undefined || !alive.has(owner);
}

function planOf(request: TurnNow, schedule: StoredSchedule): { missed: readonly Slot[]; nextAt: number } {
  const { store, now, graceMs, maxCatchUp } = request;
  const { id, trimmedTo } = schedule;
  let { plannedTo } = schedule;
  if (plannedTo > now) {
    // The clock was set back: what was planned is too early, and what was missed is yet to come.
    store.takeBack(id, now);
    plannedTo = Math.max(now, trimmedTo);
    store.changeSchedule(id, { plannedTo });
  }
  const plan = plannedSlots({ ...schedule, plannedTo }, { now, graceMs, maxCatchUp });
  const added = plan.slots.filter((slot) => store.insertSlot(slot));
  if (plan.plannedTo !== plannedTo) store.changeSchedule(id, { plannedTo: plan.plannedTo });
  return { missed: added.filter(({ state }) => state === "missed"), nextAt: plan.nextAt ?? Infinity };
}

function givenUp(schedule: Schedule, { interruptions }: Slot): string | undefined {
  if (interruptions >= maxInterruptions) return `${interruptions} daemons died while it ran`;
  return schedule.removedAt === undefined ? undefined : "its daemon died, and the schedule was removed";
}

function consentOf({ consents }: RoundRequest, { id, work }: Schedule) {
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
