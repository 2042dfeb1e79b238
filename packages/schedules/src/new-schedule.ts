import { checkInput } from "./check-input.ts";
import type { Schedule, ScheduleInput } from "./schedule.ts";

/** A schedule with all that its input leaves out. Throws `ConfigError` that names the field. */
export function newSchedule(
  input: ScheduleInput,
  { id, now }: { readonly id: string; readonly now: number },
) {
  checkInput(input);
  const schedule: Schedule = { ...defaults(), ...input, id, createdAt: now };
  return schedule;
}

function defaults() {
  return {
    tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
    rules: [],
    limits: {},
    overlap: "skip",
    catchUp: "one",
    jitterMs: 0,
    resume: true,
  } as const;
}
