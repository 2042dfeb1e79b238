import { execFile } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { SessionError } from "@skein/protocol";
import { temporaryFolder } from "@skein/test-kit";
import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createBudget, openLedger, type LedgerLimits } from "../../src/budget/index.ts";

const claim = {
  provider: "p",
  model: "m",
  inputTokens: 1,
  outputTokens: 1,
  leastOutputTokens: 1,
  price: { input: 1_000_000, output: 1_000_000 },
};
const never = new AbortController().signal;
const charge = { tokens: 2, costUsd: 2, isEstimate: false };

async function withLedger(
  work: (
    open: (limits: LedgerLimits, project?: string) => ReturnType<typeof openLedger>,
    path: string,
  ) => Promise<void>,
) {
  await using folder = await temporaryFolder();
  const path = join(folder.path, "spending.sqlite");
  const opened: ReturnType<typeof openLedger>[] = [];
  try {
    await work((limits, project = "/p") => {
      const ledger = openLedger({ path, project, limits, now: () => new Date(2026, 10, 22, 12) });
      opened.push(ledger);
      return ledger;
    }, path);
  } finally {
    for (const ledger of opened) ledger.close();
  }
}

describe("a ledger", () => {
  it("counts what all sessions of a day and of a project spend, and says when more is free", () =>
    withLedger(async (open) => {
      const one = createBudget([open({ dayUsd: 4 })]);
      const other = createBudget([open({ dayUsd: 4, projectUsd: 3 }, "/other")]);
      const reserved = await one.reserve(claim, never);
      expect(reserved).toHaveProperty("settle");
      if ("settle" in reserved) reserved.settle(charge);
      expect(other.status()).toMatchObject([
        { limit: "day", spentUsd: 2, percent: 50 },
        { limit: "project", spentUsd: 0 },
      ]);
      const second = await other.reserve(claim, never);
      if ("settle" in second) second.settle(charge);
      expect(await one.reserve(claim, never)).toMatchObject({
        refused: { code: "budget-day", hint: expect.stringContaining("2026-11-23 00:00") },
      });
      const later = createBudget([open({ projectUsd: 3 }, "/other")]);
      expect(await later.reserve(claim, never)).toMatchObject({ refused: { code: "budget-project" } });
    }));

  it("makes a call wait for what another process has set aside", () =>
    withLedger(async (open) => {
      const [one, other] = [createBudget([open({ dayUsd: 3 })]), createBudget([open({ dayUsd: 3 })])];
      const reserved = await one.reserve(claim, never);
      const waiting = other.reserve({ ...claim, leastOutputTokens: 1 }, never);
      let isServed = false;
      void waiting.then(() => (isServed = true));
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(isServed).toBe(false);
      if ("settle" in reserved) reserved.settle({ ...charge, costUsd: 1 });
      expect(await waiting).toHaveProperty("settle");
    }));

  it("takes what a process had set aside when it died for spent", () =>
    withLedger(async (open, path) => {
      const module = join(import.meta.dirname, "../../src/budget/index.ts");
      const code = `import { openLedger } from ${JSON.stringify(module)};
        const ledger = openLedger({ path: ${JSON.stringify(path)}, project: "/p", limits: { dayUsd: 9 }, now: () => new Date(2026, 10, 22, 12) });
        ledger.hold({ usd: 2.5, tokens: 7 });
        process.kill(process.pid, "SIGKILL");`;
      const died = promisify(execFile)(process.execPath, ["--input-type=module", "-e", code]);
      await expect(died).rejects.toMatchObject({ signal: "SIGKILL" });
      expect(open({ dayUsd: 9 }).limits()).toMatchObject([
        { spent: { usd: 2.5, tokens: 7, isEstimate: true }, held: { usd: 0, tokens: 0 } },
      ]);
    }));

  it.each([
    ["the day's", { dayUsd: 2, projectUsd: 9 }],
    ["the project's", { dayUsd: 9, projectUsd: 2 }],
  ])("sets nothing aside that passes one of its limits: %s", (_, limits) =>
    withLedger(async (open) => {
      const ledger = open(limits);
      expect(await ledger.hold({ usd: 3, tokens: 1 })).toBeUndefined();
      const hold = await ledger.hold({ usd: 1, tokens: 1 });
      expect(await hold?.grow({ usd: 3, tokens: 1 })).toBe(false);
      expect(await hold?.grow({ usd: 2, tokens: 1 })).toBe(true);
      expect(ledger.limits()).toMatchObject([{ held: { usd: 2 } }, { held: { usd: 2 } }]);
    }),
  );

  it.each([
    ["before this machine was restarted", { boot: "an earlier boot" }, true],
    ["on another machine, of an earlier boot", { host: "elsewhere", boot: "an earlier boot" }, false],
    ["on another machine", { host: "elsewhere", started: null }, false],
    ["in another container of this machine", { pid_space: "another space" }, false],
    ["by a process that runs", {}, false],
    ["by a process whose id another one has now", { started: "long ago" }, true],
    ["by a process that ended, of unknown start", { started: null, pid: 2 ** 22 + 1 }, true],
    ["by a process of unknown start whose id is in use", { started: null }, false],
  ])("counts an amount as spent only if its holder is dead: set aside %s", (_, holder, isSpent) =>
    withLedger(async (open, path) => {
      const ledger = open({ dayUsd: 9 });
      await ledger.hold({ usd: 2, tokens: 4 });
      const database = new DatabaseSync(path);
      for (const [column, value] of Object.entries(holder))
        database.prepare(`UPDATE holds SET ${column} = ?`).run(value);
      database.close();
      expect(ledger.limits()).toMatchObject([
        isSpent
          ? { spent: { usd: 2, tokens: 4, isEstimate: true }, held: { usd: 0, tokens: 0 } }
          : { spent: { usd: 0, tokens: 0 }, held: { usd: 2, tokens: 4 } },
      ]);
    }),
  );

  it("that cannot be read is an error: its limits cannot be kept", () =>
    withLedger(async (open, path) => {
      await writeFile(path, "something else, and not a database at all");
      expect(() => open({ dayUsd: 1 })).toThrow(expect.objectContaining({ code: "damaged" }));
      expect(() => open({ dayUsd: 1 })).toThrow(/cannot be used/);
      expect(SessionError).toBeDefined();
    }));
});
