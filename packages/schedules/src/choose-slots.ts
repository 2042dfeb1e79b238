import type { Overlap } from "./schedule.ts";
import type { Slot } from "./slot.ts";

export interface SlotChoice {
  /** To start, in this order. */
  readonly start: readonly Slot[];
  readonly miss: readonly { readonly slot: Slot; readonly reason: string }[];
  /** Running slots that must end before the next one starts. */
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

/** Decides which of a schedule's waiting slots start now, and which are missed. */
export function chooseSlots({ overlap, open, now, capacity }: ChoiceRequest): SlotChoice {
  const due = open
    .filter(({ state, dueAt }) => state === "planned" && dueAt <= now)
    .toSorted((one, other) => one.planned - other.planned);
  const active = open.filter(({ state }) => state === "running" || state === "interrupted");
  const asked = due.filter(({ cause }) => cause === "manual").slice(0, capacity); // started by a person, who knows
  const waiting = due.filter(({ cause }) => cause === "cron");
  const chosen = byPolicy(overlap, waiting, { active, room: capacity - asked.length });
  return { ...chosen, start: [...asked, ...chosen.start] };
}

interface Now {
  readonly active: readonly Slot[];
  readonly room: number;
}

function byPolicy(overlap: Overlap, waiting: readonly Slot[], { active, room }: Now): SlotChoice {
  const free = active.length === 0 && room > 0;
  switch (overlap) {
    case "allow":
      return { start: waiting.slice(0, room), miss: [], stop: [] };
    case "skip": {
      const start = free ? waiting.slice(0, 1) : [];
      // The first one waits for a free place, if that is all it needs.
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

/** Late slots run one after the other, so they wait as long as it takes. */
function missed(slots: readonly Slot[], reason: string): SlotChoice["miss"] {
  return slots.filter(({ isLate }) => !isLate).map((slot) => ({ slot, reason }));
}
