import type { ListedSchedule, Slot } from "@skein/schedules";
import { shortTime } from "@skein/terminal";
import { table } from "@skein/terminal/table";
import { endWords, longTime, nextWords, workWords } from "./slot-words.ts";

export interface TableFormat {
  /** Columns of the terminal. */
  readonly width: number;
  readonly now: Date;
}

/** What runs when, and how it went last. */
export function scheduleTable(schedules: readonly ListedSchedule[], { width, now }: TableFormat): string {
  const columns = [
    { title: "NAME" },
    { title: "CRON" },
    { title: "NEXT" },
    { title: "LAST" },
    { title: "HOW: WHAT", isFlexible: true },
  ] as const;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const rows = schedules.map((schedule) => {
    const { name, cron, tz, last } = schedule;
    const how = last === undefined ? "" : `${endWords(last)}: `;
    return [
      name,
      tz === own ? cron : `${cron} ${tz}`,
      nextWords(schedule, now),
      shortTime(last?.planned, now),
      `${how}${workWords(schedule).slice(0, 200)}`,
    ];
  });
  return table(columns, rows, width);
}

/** What ran, what did not, and why. @param names - of schedules, by id. */
export function historyTable(
  slots: readonly Slot[],
  names: ReadonlyMap<string, string>,
  { width, now }: TableFormat,
): string {
  const columns = [
    { title: "WHEN" },
    { title: "NAME" },
    { title: "STATE" },
    { title: "SESSION" },
    { title: "HOW", isFlexible: true },
  ] as const;
  const rows = slots.map((slot) => [
    longTime(slot.planned, now),
    names.get(slot.schedule) ?? "",
    slot.state,
    slot.session ?? "",
    endWords(slot),
  ]);
  return table(columns, rows, width);
}
