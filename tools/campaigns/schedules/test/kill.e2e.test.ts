import { describe, expect, it } from "vitest";
import type { Schedule, Slot } from "../../../../packages/schedules/src/index.ts";
import { runCampaign } from "../run-campaign.ts";
import { judge, type Evidence } from "../judge.ts";
import type { LedgerLine } from "../ledger.ts";

// On others a dead process is told from a living one by its heart alone, which takes longer.
describe.skipIf(process.platform !== "linux")("daemons that are killed", () => {
  it("run each slot once, or record that they did not", async () => {
    const end = await runCampaign({ slots: 120, seed: 3, daemons: 2, msPerMinute: 120 });
    expect(end.schedules.flatMap(({ judgement }) => judgement.broken)).toEqual([]);
    expect(end.crashes).toBe(0);
    expect(end.kills).toBeGreaterThan(1);
    const ran = end.schedules.reduce((sum, { judgement }) => sum + judgement.counts.ran, 0);
    expect(ran).toBeGreaterThan(5);
  });
});

const minute = 60_000;
const from = Date.UTC(2026, 0);
const schedule: Schedule = {
  id: "id",
  name: "some",
  cron: "* * * * *",
  tz: "UTC",
  work: { kind: "prompt", text: "x" },
  cwd: "/",
  mode: "auto",
  rules: [],
  limits: {},
  overlap: "skip",
  catchUp: "one",
  jitterMs: 0,
  resume: true,
  createdAt: from,
};

function slot(at: number, state: Slot["state"], more: Partial<Slot> = {}): Slot {
  const planned = from + at * minute;
  const head = { schedule: "id", cause: "cron", isLate: false, interruptions: 0 } as const;
  return { ...head, planned, dueAt: planned, state, ...more };
}

function line(is: LedgerLine["is"], at: number, session = `s${at}`): LedgerLine {
  return { is, schedule: "id", planned: from + at * minute, session };
}

const good: Evidence = {
  schedule,
  slots: [slot(1, "ended"), slot(2, "missed", { through: from + 3 * minute }), slot(4, "ended")],
  ledger: [line("start", 1), line("resume", 1), line("end", 1), line("start", 4), line("end", 4)],
  from,
  to: from + 4.5 * minute,
};

describe("the judge of schedules", () => {
  it("counts what is well", () => {
    expect(judge(good)).toEqual({
      broken: [],
      counts: { slots: 4, ran: 2, interrupted: 0, missed: 2, lost: 0, twice: 0, unaccounted: 0 },
    });
  });

  it.each<[string, Partial<Evidence>, RegExp]>([
    ["a second start", { ledger: [...good.ledger, line("start", 4)] }, /started 2 times/],
    ["an unknown slot", { slots: good.slots.slice(0, 2) }, /is neither run nor missed/],
    [
      "a start of a missed one",
      { ledger: [...good.ledger, line("start", 2)] },
      /was missed; it started 1 times/,
    ],
    [
      "a start among many missed",
      { ledger: [...good.ledger, line("start", 3)] },
      /recorded as missed with others/,
    ],
    ["an end without a start", { ledger: good.ledger.slice(0, 3) }, /has ended; it started 0 times/],
    ["one left at work", { slots: [...good.slots.slice(0, 2), slot(4, "running")] }, /is still running/],
    ["two sessions", { ledger: [...good.ledger, line("resume", 4, "other")] }, /has 2 sessions/],
    ["resuming nothing", { ledger: [line("resume", 4), ...good.ledger] }, /resumed before/],
    [
      "two at once",
      { ledger: [line("start", 1), line("start", 4), line("end", 1), line("end", 4)] },
      /began while s1 was at work/,
    ],
  ])("sees %s", (_, change, law) => {
    expect(judge({ ...good, ...change }).broken).toContainEqual(expect.stringMatching(law));
  });
});
