import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { currentProcess, type ProcessIdentity } from "@skein/platform/process";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { openLedger } from "../../src/budget/index.ts";

const self = currentProcess();
/** Larger than the largest pid of Linux. */
const unusedPid = 4_194_305;

describe("a reservation in the ledger", () => {
  it.each<{ title: string; holder: Partial<ProcessIdentity>; isSpent: boolean }>([
    { title: "of this process stays", holder: {}, isSpent: false },
    { title: "of a process that has ended is spent", holder: { pid: unusedPid }, isSpent: true },
    { title: "of an earlier process with the same pid is spent", holder: { started: "1" }, isSpent: true },
    { title: "from before the restart of this machine is spent", holder: { boot: "earlier" }, isSpent: true },
    {
      title: "of another machine stays",
      holder: { host: "other", boot: "other", pid: unusedPid },
      isSpent: false,
    },
    { title: "of another container stays", holder: { pidSpace: "pid:[1]", pid: unusedPid }, isSpent: false },
    {
      title: "of another container with another host name stays",
      holder: { host: "other", pidSpace: "pid:[1]", pid: unusedPid },
      isSpent: false,
    },
    { title: "of a process of unknown start that runs stays", holder: { started: null }, isSpent: false },
    {
      title: "of a process of unknown start that has ended is spent",
      holder: { started: null, pid: unusedPid },
      isSpent: true,
    },
    {
      title: "of a process of unknown start with another host name stays",
      holder: { started: null, pid: unusedPid, host: "other" },
      isSpent: false,
    },
  ])("$title", async ({ holder, isSpent }) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, "spending.sqlite");
    const ledger = openLedger({ path, project: "/p", limits: { dayUsd: 9, projectUsd: 9 } });
    const reservation = await ledger.hold({ usd: 2.5, tokens: 7 });
    const database = new DatabaseSync(path);
    try {
      const { pid, started, host, boot, pidSpace } = { ...self, ...holder };
      database
        .prepare("UPDATE holds SET pid = ?, started = ?, host = ?, boot = ?, pid_space = ?")
        .run(pid, started, host, boot, pidSpace);
      const spent = { usd: 2.5, tokens: 7, isPriced: true, isEstimate: true };
      const nothing = { usd: 0, tokens: 0 };
      const state = isSpent ? { spent, held: nothing } : { spent: nothing, held: { usd: 2.5, tokens: 7 } };
      expect(ledger.limits()).toMatchObject([
        { name: "day", ...state },
        { name: "project", ...state },
      ]);
      // A holder whose reservation was taken for spent is not charged a second time.
      reservation?.settle({ tokens: 4, costUsd: 1, isEstimate: false });
      expect(ledger.limits()).toMatchObject([{ spent: { usd: isSpent ? 2.5 : 1 } }, { held: nothing }]);
    } finally {
      database.close();
      ledger.close();
    }
  });
});
