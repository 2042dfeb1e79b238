import { slotTimes, type Schedule, type Slot } from "../../../packages/schedules/src/index.ts";
import type { LedgerLine } from "./ledger.ts";

export interface Evidence {
  readonly schedule: Schedule;
  /** Its slots, all of them. */
  readonly slots: readonly Slot[];
  readonly ledger: readonly LedgerLine[];
  /** Each time of the schedule after `from`, and up to `to`, must be accounted for. */
  readonly from: number;
  readonly to: number;
}

export interface Counts {
  readonly slots: number;
  readonly ran: number;
  readonly interrupted: number;
  readonly missed: number;
  readonly lost: number;
  readonly twice: number;
  readonly unaccounted: number;
}

export interface Judgement {
  readonly counts: Counts;
  /** Laws that were broken, in sentences. */
  readonly broken: readonly string[];
}

/** Looks at what is left of one schedule: each slot ran once, or is recorded as one that did not. */
export function judge({ schedule, slots, ledger, from, to }: Evidence): Judgement {
  const broken: string[] = [];
  const own = ledger.filter((line) => line.schedule === schedule.id);
  const starts = Map.groupBy(
    own.filter(({ is }) => is === "start"),
    ({ planned }) => planned,
  );
  const startsOf = (planned: number) => starts.get(planned)?.length ?? 0;
  const at = (planned: number) => `${schedule.name} ${new Date(planned).toISOString()}`;

  let [expected, unaccounted] = [0, 0];
  const times = slotTimes(schedule.cron, schedule.tz);
  for (let [next] = times.next(from, 1); next !== undefined && next <= to; [next] = times.next(next, 1)) {
    const time = next;
    expected++;
    const rows = slots.filter(({ planned, through = planned }) => planned <= time && time <= through);
    const isExact = rows.some(({ planned }) => planned === time);
    if (rows.length === 0) {
      unaccounted++;
      broken.push(`${at(time)} is neither run nor missed.`);
    } else if (rows.length > 1 && !isExact) broken.push(`${at(time)} is recorded ${rows.length} times.`);
    if (!isExact && startsOf(time) > 0)
      broken.push(`${at(time)} has started and is recorded as missed with others.`);
  }

  for (const slot of slots) {
    const count = startsOf(slot.planned);
    const problem = problemOf(slot, count);
    if (problem !== undefined) broken.push(`${at(slot.planned)} ${problem}; it started ${count} times.`);
  }
  const known = new Set(slots.map(({ planned }) => planned));
  for (const planned of starts.keys()) {
    if (!known.has(planned)) broken.push(`${at(planned)} has started and is not recorded.`);
  }
  const sessions = Map.groupBy(own, ({ planned }) => planned);
  for (const [planned, lines] of sessions) {
    const ids = new Set(lines.map(({ session }) => session));
    if (ids.size > 1) broken.push(`${at(planned)} has ${ids.size} sessions.`);
    if (lines[0]?.is !== "start") broken.push(`${at(planned)} was resumed before it had started.`);
  }
  if (schedule.overlap !== "allow")
    broken.push(...overlapsIn(own).map((text) => `${schedule.name}: ${text}`));

  const isRun = ({ planned, state }: Slot) => state !== "missed" && planned > from && planned <= to;
  const inState = (state: Slot["state"]) => slots.filter((slot) => slot.state === state).length;
  const counts = {
    slots: expected,
    ran: inState("ended"),
    interrupted: slots.filter(({ interruptions }) => interruptions > 0).length,
    missed: expected - slots.filter(isRun).length,
    lost: inState("lost"),
    twice: [...starts.values()].filter((lines) => lines.length > 1).length,
    unaccounted,
  };
  return { counts, broken };
}

function problemOf({ state, reason = "" }: Slot, starts: number): string | undefined {
  if (starts > 1) return `is ${state}`;
  switch (state) {
    case "ended":
      return starts === 1 ? undefined : "has ended";
    case "missed":
      return starts === 0 ? undefined : "was missed";
    case "lost":
      return reason.includes("before it had started") && starts > 0
        ? "was lost before it had started"
        : undefined;
    case "planned":
    case "running":
    case "interrupted":
      return `is still ${state}`;
  }
}

/** A slot that started while one was at work that was heard of again later. */
function overlapsIn(lines: readonly LedgerLine[]): readonly string[] {
  const problems: string[] = [];
  let open: LedgerLine | undefined;
  for (const [at, line] of lines.entries()) {
    const isOther = open !== undefined && open.session !== line.session;
    if (isOther && lines.slice(at).some(({ session }) => session === open?.session)) {
      problems.push(`${line.session} began while ${open?.session} was at work.`);
    }
    open = line.is === "start" || line.is === "resume" ? line : undefined;
  }
  return problems;
}
