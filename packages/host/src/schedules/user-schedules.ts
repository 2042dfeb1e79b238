import { newSessionId } from "@skein/runtime";
import { scheduleFile } from "@skein/runtime/schedules";
import { createSchedules, sqliteSchedules, type Schedules } from "@skein/schedules";
import type { Machine } from "../machine.ts";

export interface UserSchedules extends Disposable {
  readonly schedules: Schedules;
}

/** Those of the machine's user, beside the sessions. Throws `ConfigError` and `SessionError`. */
export function userSchedules({ directories }: Pick<Machine, "directories">): UserSchedules {
  const store = sqliteSchedules(scheduleFile(directories.data));
  const ids = () => newSessionId(new Date(), Math.random);
  return { schedules: createSchedules({ store, ids }), [Symbol.dispose]: () => store.close() };
}
