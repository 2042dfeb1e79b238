import { currentProcess, type ProcessIdentity } from "@skein/platform/process";
import { describe, expect, it } from "vitest";
import { tempSchedules } from "./temp-store.ts";

const self = currentProcess();
/** Larger than the largest pid of Linux. */
const unusedPid = 4_194_305;
const now = Date.parse("2026-03-01T00:00:00Z");

/** The answers while the lease of the daemon is valid, and after it has expired. */
type Lives = readonly [leased: boolean, expired: boolean];
const always: Lives = [true, true];
const never: Lives = [false, false];
const byLease: Lives = [true, false];

describe("a daemon", () => {
  it("learns from its beat whether the store still has it", () => {
    using temp = tempSchedules();
    const { store } = temp.schedules;
    expect(store.beat("d", now)).toBe(false);
    store.joinDaemon({ ...self, id: "d", since: 0, beat: 0, forOneSlot: false, leaseUntil: now });
    expect([store.beat("d", now + 5), store.beat("e", now)]).toEqual([true, false]);
    expect(store.daemons()).toMatchObject([{ beat: 1, leaseUntil: now + 5 }]);
    store.leaveDaemon("d");
    expect(store.beat("d", now)).toBe(false);
  });

  it.each<{ title: string; holder: Partial<ProcessIdentity>; lives: Lives }>([
    { title: "that runs lives, whatever its lease", holder: {}, lives: always },
    { title: "that has ended does not", holder: { pid: unusedPid }, lives: never },
    { title: "whose pid another process has does not", holder: { started: "1" }, lives: never },
    { title: "from before the restart of this machine does not", holder: { boot: "earlier" }, lives: never },
    { title: "of another machine lives by its lease", holder: { host: "h", boot: "b" }, lives: byLease },
    { title: "of another container lives by its lease", holder: { pidSpace: "pid:[1]" }, lives: byLease },
    { title: "of unknown start that runs lives by its lease", holder: { started: null }, lives: byLease },
    {
      title: "of unknown start that has ended does not",
      holder: { started: null, pid: unusedPid },
      lives: never,
    },
    {
      title: "of unknown start with another host name lives by its lease",
      holder: { started: null, pid: unusedPid, host: "h" },
      lives: byLease,
    },
  ])("$title", ({ holder, lives }) => {
    const answers = [1, -1].map((leftMs) => {
      using temp = tempSchedules();
      const daemon = { ...self, ...holder, id: "d", since: 0, beat: 0, forOneSlot: false };
      temp.schedules.store.joinDaemon({ ...daemon, leaseUntil: now + leftMs });
      return temp.schedules.hasDaemon();
    });
    expect(answers).toEqual(lives);
  });
});
