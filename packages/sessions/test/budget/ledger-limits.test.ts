import { copyFile, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { temporaryFolder } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { openLedger, type Ledger, type LedgerLimits } from "../../src/budget/index.ts";

const charge = { tokens: 2, costUsd: 2, isEstimate: false };

interface Clock {
  /** Sets the local time. */
  set(date: Date): void;
}

async function withLedgers(
  work: (
    open: (limits: LedgerLimits, project?: string) => Ledger,
    path: string,
    clock: Clock,
  ) => Promise<void>,
): Promise<void> {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "data", "spending.sqlite");
  let now = new Date(2026, 0, 5, 12);
  const ledgers: Ledger[] = [];
  try {
    const open = (limits: LedgerLimits, project = "/p") => {
      const ledger = openLedger({ path, project, limits, now: () => now });
      ledgers.push(ledger);
      return ledger;
    };
    await work(open, path, { set: (date) => (now = date) });
  } finally {
    for (const ledger of ledgers) ledger.close();
  }
}

async function spend(
  ledger: Ledger,
  amount: Partial<typeof charge> | { costUsd: undefined } = {},
): Promise<void> {
  const reservation = await ledger.hold({ usd: 2, tokens: 2 });
  if (!reservation) throw new Error("Nothing was reserved.");
  reservation.settle({ ...charge, ...amount });
}

describe("the limits of a ledger", () => {
  it("are shared with other processes", () =>
    withLedgers(async (open) => expect(open({}).isShared).toBe(true)));

  it.each([
    [{}, []],
    [{ dayUsd: 4 }, [{ name: "day", maxCostUsd: 4 }]],
    [{ projectUsd: 3 }, [{ name: "project", maxCostUsd: 3 }]],
    [
      { dayUsd: 0, projectUsd: 0 },
      [
        { name: "day", maxCostUsd: 0 },
        { name: "project", maxCostUsd: 0 },
      ],
    ],
  ])("are those that are set: %j", (limits, states) =>
    withLedgers(async (open) => expect(open(limits).limits()).toMatchObject(states)),
  );

  it("of a day start again at midnight, those of a project do not", () =>
    withLedgers(async (open, _, clock) => {
      const ledger = open({ dayUsd: 4, projectUsd: 9 });
      clock.set(new Date(2026, 0, 5, 23, 59, 59));
      await spend(ledger);
      expect(ledger.limits()).toMatchObject([{ spent: { usd: 2 } }, { spent: { usd: 2 } }]);
      clock.set(new Date(2026, 0, 6, 0, 0, 0));
      expect(ledger.limits()).toMatchObject([{ spent: { usd: 0 } }, { spent: { usd: 2 } }]);
      clock.set(new Date(2026, 1, 5, 12));
      expect(ledger.limits()).toMatchObject([{ spent: { usd: 0 } }, { spent: { usd: 2 } }]);
    }));

  it("charge the day on which a call began", () =>
    withLedgers(async (open, _, clock) => {
      const ledger = open({ dayUsd: 4 });
      const reservation = await ledger.hold({ usd: 2, tokens: 2 });
      clock.set(new Date(2026, 0, 6));
      reservation?.settle(charge);
      expect(ledger.limits()).toMatchObject([{ spent: { usd: 0 } }]);
      clock.set(new Date(2026, 0, 5));
      expect(ledger.limits()).toMatchObject([{ spent: { usd: 2 } }]);
    }));

  it.each([
    [new Date(2026, 0, 5), "2026-01-06 00:00"],
    [new Date(2026, 8, 30, 23, 59), "2026-10-01 00:00"],
    [new Date(2026, 11, 31), "2027-01-01 00:00"],
    [new Date(2028, 1, 28), "2028-02-29 00:00"],
  ])("say at %s when the day's limit resets", (date, text) =>
    withLedgers(async (open, _, clock) => {
      clock.set(date);
      const [day, project] = open({ dayUsd: 1, projectUsd: 1 }).limits();
      expect(day?.frees).toContain(`resets at ${text} local time`);
      expect(day?.frees).toContain("budget.day");
      expect(project?.frees).toContain("does not reset: raise budget.project");
    }),
  );

  it.each<{ title: string; limits: LedgerLimits; isReserved: boolean }>([
    { title: "both have it", limits: { dayUsd: 2, projectUsd: 2 }, isReserved: true },
    { title: "the day has too little", limits: { dayUsd: 1, projectUsd: 2 }, isReserved: false },
    { title: "the project has too little", limits: { dayUsd: 2, projectUsd: 1 }, isReserved: false },
    { title: "nothing is limited", limits: {}, isReserved: true },
  ])("must both have what is reserved: $title", ({ limits, isReserved }) =>
    withLedgers(async (open) => {
      const ledger = open(limits);
      expect((await ledger.hold({ usd: 2, tokens: 2 })) !== undefined).toBe(isReserved);
      const states = open({ dayUsd: 9 }).limits();
      expect(states).toMatchObject([{ held: { usd: isReserved ? 2 : 0, tokens: isReserved ? 2 : 0 } }]);
    }),
  );

  it("charge nothing for a call that took no tokens", () =>
    withLedgers(async (open) => {
      const ledger = open({ dayUsd: 9 });
      await spend(ledger);
      await spend(ledger, { tokens: 0, costUsd: 1 });
      expect(ledger.limits()).toMatchObject([{ spent: { usd: 2, tokens: 2 }, held: { usd: 0, tokens: 0 } }]);
    }));

  it.each([
    ["all counted", [{}, {}], { usd: 4, tokens: 4, isPriced: true, isEstimate: false }],
    [
      "an estimate first",
      [{ isEstimate: true }, {}],
      { usd: 4, tokens: 4, isPriced: true, isEstimate: true },
    ],
    ["an estimate last", [{}, { isEstimate: true }], { usd: 4, tokens: 4, isPriced: true, isEstimate: true }],
    [
      "an unknown cost first",
      [{ costUsd: undefined }, {}],
      { usd: 2, tokens: 4, isPriced: false, isEstimate: false },
    ],
    [
      "an unknown cost last",
      [{}, { costUsd: undefined }],
      { usd: 2, tokens: 4, isPriced: false, isEstimate: false },
    ],
  ])("add up charges: %s", (_, charges, spent) =>
    withLedgers(async (open) => {
      const ledger = open({ dayUsd: 9 });
      for (const each of charges) await spend(ledger, each);
      expect(ledger.limits()).toMatchObject([{ spent }]);
    }),
  );
});

describe("the file of a ledger", () => {
  it("is private to its user, like its folder", () =>
    withLedgers(async (open, path) => {
      open({});
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await stat(join(path, ".."))).mode & 0o777).toBe(0o700);
    }));

  it.each<{ reason: string; spoil: (path: string) => Promise<void> }>([
    { reason: "it is empty", spoil: (path) => truncate(path, 0) },
    { reason: "its end is missing", spoil: (path) => truncate(path, 5_000) },
    { reason: "it is another kind of file", spoil: async (path) => run(path, "PRAGMA application_id = 7") },
    {
      reason: "a newer version of Skein wrote it",
      spoil: async (path) => run(path, "PRAGMA user_version = 99"),
    },
  ])("that is not usable is named, with the reason, and is not changed: $reason", ({ reason, spoil }) =>
    withLedgers(async (open, path) => {
      open({});
      const spoiled = `${path}.copy`;
      await copyFile(path, spoiled);
      await spoil(spoiled);
      const before = await readFile(spoiled);
      expect(() => openLedger({ path: spoiled, project: "/p", limits: { dayUsd: 1 } })).toThrow(
        expect.objectContaining({
          code: "damaged",
          message: `The spending ledger ${spoiled} cannot be used: ${reason}.`,
          hint: expect.stringContaining("Move the file away"),
        }),
      );
      expect(await readFile(spoiled)).toEqual(before);
    }),
  );

  it("that fails later is an error of every use", () =>
    withLedgers(async (open, path) => {
      const ledger = open({ dayUsd: 9 });
      const reservation = await ledger.hold({ usd: 1, tokens: 1 });
      run(path, "DROP TABLE holds");
      const error = expect.objectContaining({
        code: "damaged",
        message: expect.stringContaining("no such table: holds"),
      });
      expect(() => ledger.limits()).toThrow(error);
      expect(() => ledger.hold({ usd: 1, tokens: 1 })).toThrow(error);
      expect(() => reservation?.grow({ usd: 2, tokens: 2 })).toThrow(error);
      expect(() => reservation?.settle(charge)).toThrow(error);
    }));

  it("in a folder that is a file is an error that names the ledger", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "data");
    await writeFile(file, "");
    const path = join(file, "spending.sqlite");
    expect(() => openLedger({ path, project: "/p", limits: {} })).toThrow(
      expect.objectContaining({ code: "damaged", message: expect.stringContaining(path) }),
    );
  });
});

function run(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}
