import { newSessionId } from "@skein/runtime";
import { createSchedules, scheduleFile, sqliteSchedules, type Schedules } from "@skein/runtime/schedules";
import { directories } from "@skein/settings";

export interface UserSchedules extends Disposable {
  readonly schedules: Schedules;
}

/** Of whoever runs this, beside the sessions. Throws `ConfigError` and `SessionError`. */
export function userSchedules(): UserSchedules {
  const { data } = directories({ env: process.env });
  const store = sqliteSchedules(scheduleFile(data));
  const ids = () => newSessionId(new Date(), Math.random);
  return { schedules: createSchedules({ store, ids }), [Symbol.dispose]: () => store.close() };
}
