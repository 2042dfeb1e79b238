import type { Overlap } from "./schedule.ts";
import type { Slot } from "./slot.ts";

export interface Choice {
  /** In this order. */
  readonly start: readonly Slot[];
  readonly miss: readonly { readonly slot: Slot; readonly reason: string }[];
  /** Running ones that must end before the next one starts. */
  readonly stop: readonly Slot[];
}

export interface ChoiceRequest {
  readonly overlap: Overlap;
  /** The slots of one schedule that are planned, running or interrupted. */
  readonly open: readonly Slot[];
  readonly now: number;
  /** How many more may start. */
  readonly capacity: number;
}

const stillRunning = "the one before was still running";
const stillWaiting = "the one before still waited for its turn";

/** Which of a schedule's waiting slots start now, and which never will. */
export function chooseSlots({ overlap, open, now, capacity }: ChoiceRequest): Choice {
  const due = open
    .filter(({ state, dueAt }) => state === "planned" && dueAt <= now)
    .toSorted((one, other) => one.planned - other.planned);
  const active = open.filter(({ state }) => state === "running" || state === "interrupted");
  const asked = due.filter(({ cause }) => cause === "manual").slice(0, capacity); // whoever asks for one now knows
  const waiting = due.filter(({ cause }) => cause === "cron");
  const chosen = byPolicy(overlap, waiting, { active, room: capacity - asked.length });
  return { ...chosen, start: [...asked, ...chosen.start] };
}

interface Now {
  readonly active: readonly Slot[];
  readonly room: number;
}

function byPolicy(overlap: Overlap, waiting: readonly Slot[], { active, room }: Now): Choice {
  const free = active.length === 0 && room > 0;
  switch (overlap) {
    case "allow":
      return { start: waiting.slice(0, room), miss: [], stop: [] };
    case "skip": {
      const start = free ? waiting.slice(0, 1) : [];
      // The first waits for room, where that is all it lacks.
      const kept = active.length > 0 ? 0 : 1;
      const reason = active.length > 0 || free ? stillRunning : stillWaiting;
      return { start, miss: missed(waiting.slice(kept), reason), stop: [] };
    }
    case "queue": {
      const start = free ? waiting.slice(0, 1) : [];
      return { start, miss: missed(waiting.slice(start.length + 1), stillWaiting), stop: [] };
    }
    case "cancel-previous": {
      const last = waiting.slice(-1);
      const miss = waiting.slice(0, -1).map((slot) => ({ slot, reason: "a later one took its place" }));
      return { start: free ? last : [], miss, stop: last.length > 0 ? active : [] };
    }
  }
}

/** Late ones are caught up one after the other, so they wait however long it takes. */
function missed(slots: readonly Slot[], reason: string): Choice["miss"] {
  return slots.filter(({ isLate }) => !isLate).map((slot) => ({ slot, reason }));
}
