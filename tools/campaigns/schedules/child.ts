// A daemon that lives until it is killed, or told to end. Argument: a `DaemonLife` as JSON.
import { createSchedules, runDaemon, sqliteSchedules } from "../../../packages/schedules/src/index.ts";
import { fastClock, minute, type FastTime } from "./fast-clock.ts";
import { note, readLedger } from "./ledger.ts";

export interface DaemonLife {
  readonly store: string;
  readonly ledger: string;
  readonly time: FastTime;
}

const { store: path, ledger, time } = JSON.parse(process.argv[2] ?? "{}") as DaemonLife;
const clock = fastClock(time);
using store = sqliteSchedules(path);
const schedules = createSchedules({ store, clock });
const end = new AbortController();
process.on("SIGTERM", () => end.abort(new Error("SIGTERM")));
process.stdout.write("ready\n");

await runDaemon({
  schedules,
  signal: end.signal,
  maxParallel: 12,
  tickMs: 20_000,
  graceMs: 4 * minute,
  maxCatchUp: 5,
  async run({ schedule, slot: { planned }, session, resumed }, signal) {
    const line = { schedule: schedule.id, planned, session } as const;
    note(ledger, { ...line, is: resumed ? "resume" : "start" });
    try {
      await clock.sleep(((planned / minute) % 4) * 30_000, signal);
    } catch {
      note(ledger, { ...line, is: "stop" });
      return { outcome: "cancelled", exitCode: 143 };
    }
    note(ledger, { ...line, is: "end" });
    return { outcome: "done", exitCode: 0 };
  },
  // What a session's journal tells, the ledger tells here.
  async outcomeOf(session) {
    const own = readLedger(ledger).filter((line) => line.session === session);
    if (own.length === 0) return { state: "none" };
    const isEnded = own.some(({ is }) => is === "end");
    return isEnded ? { state: "ended", end: { outcome: "done", exitCode: 0 } } : { state: "open" };
  },
});
