import { slotTimes, type SlotTimes } from "./cron.ts";
import type { CatchUp, PlannedSchedule } from "./schedule.ts";
import type { Slot } from "./slot.ts";

export interface PlanRequest {
  readonly times: SlotTimes;
  readonly catchUp: CatchUp;
  /** Slots are planned up to and including this time, in milliseconds since the epoch. */
  readonly plannedTo: number;
  readonly now: number;
  /** A slot noticed this much later than it was due was due while no daemon ran. */
  readonly graceMs: number;
  /** How many late slots `all` runs. */
  readonly maxCatchUp: number;
}

export interface SlotPlan {
  readonly due: readonly { readonly planned: number; readonly isLate: boolean }[];
  /** Slots that will not run; with `through`: that one, and all from it up to there. */
  readonly missed: readonly {
    readonly planned: number;
    readonly through?: number;
    readonly reason: string;
  }[];
  readonly plannedTo: number;
}

/** Missed slots that are recorded one by one; when there are more, the earlier ones are recorded as one. */
export const maxListed = 100;

const nobody = "no daemon was running, or the machine slept";

/** Plans what has come due since the last time. Each time after `plannedTo` and up to `now` is in the plan, once. */
export function planSlots(request: PlanRequest): SlotPlan {
  const { times, catchUp, plannedTo, now, graceMs, maxCatchUp } = request;
  const { recent, earlier } = cameDue(times, plannedTo, now);
  const late = recent.filter((planned) => now - planned > graceMs);
  const timely = recent.slice(late.length);
  const wanted = { none: 0, one: timely.length === 0 ? 1 : 0, all: maxCatchUp }[catchUp];
  const cut = Math.max(0, late.length - wanted);
  const reason = catchUp === "all" ? `${nobody}, and at most ${maxCatchUp} are caught up` : nobody;
  return {
    due: [
      ...late.slice(cut).map((planned) => ({ planned, isLate: true })),
      ...timely.map((planned) => ({ planned, isLate: false })),
    ],
    missed: [
      ...(earlier ? [{ ...earlier, reason }] : []),
      ...late.slice(0, cut).map((planned) => ({ planned, reason })),
    ],
    plannedTo: recent.at(-1) ?? plannedTo,
  };
}

interface CameDue {
  /** Oldest first. */
  readonly recent: readonly number[];
  readonly earlier?: { readonly planned: number; readonly through?: number };
}

function cameDue(times: SlotTimes, after: number, now: number): CameDue {
  const all: number[] = [];
  for (let from = after; all.length <= maxListed;) {
    const [next] = times.next(from, 1);
    if (next === undefined || next > now) return { recent: all };
    all.push(next);
    from = next;
  }
  // The cron parser works with whole seconds.
  const recent = times
    .previous(now + 1000, maxListed + 1)
    .filter((planned) => planned <= now && planned > after);
  const [planned = after] = all;
  const [oldest = planned] = recent;
  const [through = planned] = times.previous(oldest, 1);
  if (planned >= oldest) return { recent };
  return { recent, earlier: { planned, ...(through > planned ? { through } : {}) } };
}

/** A slot noticed this much later than it was due was due while nothing ran. */
export const defaultGraceMs = 60_000;
/** How many late slots `all` runs. */
export const defaultCatchUp = 20;

export interface PlannedSlots {
  /** Those to start, then those that are missed. */
  readonly slots: readonly Slot[];
  readonly plannedTo: number;
  /** When the next slot is due; absent after the last one. */
  readonly nextAt?: number;
}

/** Plans what has come due of a schedule, as slots for its store. */
export function plannedSlots(
  { id, cron, tz, catchUp, jitterMs, plannedTo }: PlannedSchedule,
  { now, graceMs, maxCatchUp }: Pick<PlanRequest, "now" | "graceMs" | "maxCatchUp">,
): PlannedSlots {
  const times = slotTimes(cron, tz);
  const plan = planSlots({ times, catchUp, plannedTo, now, graceMs, maxCatchUp });
  const head = { schedule: id, cause: "cron", interruptions: 0 } as const;
  const due = plan.due.map(({ planned, isLate }): Slot => ({
    ...head,
    planned,
    state: "planned",
    isLate,
    dueAt: planned + jitterOf(id, planned, jitterMs),
  }));
  const missed = plan.missed.map((one): Slot => ({
    ...head,
    ...one,
    state: "missed",
    isLate: true,
    dueAt: one.planned,
    endedAt: now,
  }));
  const [nextAt] = times.next(now, 1);
  return {
    slots: [...due, ...missed],
    plannedTo: plan.plannedTo,
    ...(nextAt === undefined ? {} : { nextAt }),
  };
}

/** All times in a range as one missed slot, if there are any: for a pause. */
export function spanOf(
  times: SlotTimes,
  after: number,
  now: number,
): { readonly planned: number; readonly through?: number } | undefined {
  const [planned] = times.next(after, 1);
  if (planned === undefined || planned > now) return undefined;
  const through = times.previous(now + 1000, 2).findLast((time) => time <= now) ?? planned;
  return { planned, ...(through > planned ? { through } : {}) };
}

/** The jitter of a slot: the same for every daemon. */
export function jitterOf(schedule: string, planned: number, jitterMs: number): number {
  if (jitterMs === 0) return 0;
  // FNV-1a: even enough to spread load, which is all it is for.
  let hash = 0x811c9dc5;
  for (const character of `${schedule} ${planned}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return Math.floor((hash / 2 ** 32) * jitterMs);
}
