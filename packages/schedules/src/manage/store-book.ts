import type { Clock } from "@skein/protocol";
import type { PlannedSchedule } from "../schedule.ts";
import type { ScheduleStore, StoredSchedule } from "../store.ts";
import type { ScheduleBook } from "./schedule-book.ts";

/** How many removed schedules keep their history. */
const maxRemoved = 50;

function withoutTrim(stored: StoredSchedule): PlannedSchedule {
  const { trimmedTo: _, ...kept } = stored;
  return kept;
}

/** A store on this machine for those who manage its schedules. Nothing that it answers is a promise. */
export function storeBook(store: ScheduleStore, clock: Pick<Clock, "now">): ScheduleBook {
  function missWaiting(id: string, endedAt: number, reason: string): void {
    for (const slot of store.openSlots()) {
      if (slot.schedule !== id || slot.state !== "planned") continue;
      store.changeSlot(slot, { state: "missed", reason, endedAt });
    }
  }

  function find(id: string) {
    return store.schedules().find((one) => one.id === id);
  }

  function forgetOldest(): void {
    const removed = store.schedules({ removed: true }).filter(({ removedAt }) => removedAt !== undefined);
    const oldFirst = removed.toSorted((one, other) => (one.removedAt ?? 0) - (other.removedAt ?? 0));
    const open = new Set(store.openSlots().map(({ schedule }) => schedule));
    for (const old of oldFirst.slice(0, -maxRemoved)) if (!open.has(old.id)) store.forgetSchedule(old.id);
  }

  return {
    now: () => clock.now(),
    schedules: (options) => store.schedules(options).map(withoutTrim),
    insert: (schedule) => store.insertSchedule({ ...schedule, plannedTo: schedule.createdAt, trimmedTo: 0 }),
    pause: (id, at, reason) =>
      store.transact(() => {
        const kept = find(id);
        if (!kept || kept.pausedAt !== undefined) return;
        store.changeSchedule(id, { pausedAt: at });
        missWaiting(id, at, reason);
      }),
    resume: ({ id, plannedTo }, at, missed) =>
      store.transact(() => {
        const kept = find(id);
        if (kept?.pausedAt === undefined || kept.plannedTo !== plannedTo) return;
        if (missed) store.insertSlot(missed);
        store.changeSchedule(id, { pausedAt: null, plannedTo: Math.max(plannedTo, at) });
      }),
    remove: (id, at, reason) =>
      store.transact(() => {
        if (!find(id)) return;
        store.changeSchedule(id, { removedAt: at });
        missWaiting(id, at, reason);
        forgetOldest();
      }),
    addSlot: (slot) => (store.insertSlot(slot) ? slot : undefined),
    isRunning: (id) =>
      store.openSlots().some(({ schedule, state }) => schedule === id && state === "running"),
    history: (options) => store.history(options),
  };
}
