import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slotTimes } from "../src/index.ts";
import { chooseSlots } from "../src/choose-slots.ts";
import { jitterOf, maxListed, planSlots } from "../src/plan-slots.ts";
import { catchUps, overlaps } from "../src/schedule.ts";
import type { Slot, SlotState } from "../src/slot.ts";

const minute = 60_000;
const start = Date.UTC(2026, 2, 1);
const times = slotTimes("* * * * *", "UTC");

describe("a plan", () => {
  it("has each slot once, as due or as missed, however the clock was looked at", () => {
    const looks = fc.array(fc.integer({ min: 1, max: 120 * minute }), { minLength: 1, maxLength: 8 });
    checkProperty(
      fc.property(
        looks,
        fc.constantFrom(...catchUps),
        fc.integer({ min: 0, max: 5 * minute }),
        (waits, catchUp, graceMs) => {
          let [now, plannedTo] = [start, start];
          const found: number[] = [];
          for (const wait of waits) {
            now += wait;
            const plan = planSlots({ times, catchUp, plannedTo, now, graceMs, maxCatchUp: 20 });
            ({ plannedTo } = plan);
            found.push(...plan.due.map(({ planned }) => planned));
            for (const { planned, through = planned } of plan.missed) {
              for (let at = planned; at <= through; at += minute) found.push(at);
            }
            expect(plan.missed.length).toBeLessThanOrEqual(maxListed + 2);
          }
          const slots = Math.floor((now - start) / minute);
          expect(found.toSorted((one, other) => one - other)).toEqual(
            Array.from({ length: slots }, (_, at) => start + (at + 1) * minute),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  const afterSleep = {
    times,
    plannedTo: start,
    now: start + 30 * minute + 1000,
    graceMs: 500,
    maxCatchUp: 5,
  };

  it("catches up with the latest slot, with all up to a bound, or with none", () => {
    expect(planSlots({ ...afterSleep, catchUp: "one" }).due).toEqual([
      { planned: start + 30 * minute, isLate: true },
    ]);
    expect(planSlots({ ...afterSleep, catchUp: "all" }).due.map(({ planned }) => planned)).toEqual(
      [26, 27, 28, 29, 30].map((at) => start + at * minute),
    );
    expect(planSlots({ ...afterSleep, catchUp: "none" }).due).toEqual([]);
  });

  it("does not catch up where a slot is due in time anyway", () => {
    expect(planSlots({ ...afterSleep, graceMs: 1000, catchUp: "one" }).due).toEqual([
      { planned: start + 30 * minute, isLate: false },
    ]);
  });

  it("makes one line of what was missed for years", () => {
    const now = Date.UTC(2031, 0);
    const plan = planSlots({ ...afterSleep, now, catchUp: "one" });
    expect(plan.missed[0]).toMatchObject({
      planned: start + minute,
      through: now - (maxListed + 1) * minute,
    });
    expect(plan.due).toEqual([{ planned: now, isLate: false }]);
  });
});

describe("jitter", () => {
  it("is the same for each who asks, within its bound, and spread over it", () => {
    const some = Array.from({ length: 200 }, (_, at) => jitterOf("id", start + at * minute, minute));
    expect(some).toEqual(Array.from({ length: 200 }, (_, at) => jitterOf("id", start + at * minute, minute)));
    expect(some.every((ms) => ms >= 0 && ms < minute)).toBe(true);
    const quarters = new Set(some.map((ms) => Math.floor((4 * ms) / minute)));
    expect(quarters.size).toBe(4);
  });
});

function slot(at: number, state: SlotState, isLate = false): Slot {
  const planned = start + at * minute;
  const head = { schedule: "id", planned, dueAt: planned, cause: "cron", interruptions: 0 } as const;
  return { ...head, state, isLate };
}

describe("the choice among slots", () => {
  const now = start + 100 * minute;

  it("starts no more than there is room for, and one at a time unless slots may overlap", () => {
    const states = fc.array(
      fc.tuple(fc.constantFrom<SlotState>("planned", "planned", "running"), fc.boolean()),
      {
        maxLength: 8,
      },
    );
    checkProperty(
      fc.property(
        states,
        fc.constantFrom(...overlaps),
        fc.integer({ min: 0, max: 4 }),
        (kinds, overlap, capacity) => {
          const open = kinds.map(([state, isLate], at) => slot(at, state, isLate));
          const { start: started, miss, stop } = chooseSlots({ overlap, open, now, capacity });
          expect(started.length).toBeLessThanOrEqual(capacity);
          const isRunning = open.some(({ state }) => state === "running");
          const most = { allow: capacity, other: isRunning ? 0 : 1 }[overlap === "allow" ? "allow" : "other"];
          expect(started.length).toBeLessThanOrEqual(most);
          const touched = [...started, ...miss.map((one) => one.slot)];
          expect(new Set(touched).size).toBe(touched.length);
          expect(touched.every(({ state }) => state === "planned")).toBe(true);
          expect(stop.every(({ state }) => state === "running")).toBe(true);
        },
      ),
    );
  });

  const open = [slot(1, "running"), slot(2, "planned"), slot(3, "planned")];
  const reasons = (choice: ReturnType<typeof chooseSlots>) =>
    choice.miss.map((one) => [one.slot.planned, one.reason]);

  it("skips what comes while the one before runs", () => {
    const choice = chooseSlots({ overlap: "skip", open, now, capacity: 4 });
    expect(choice.start).toEqual([]);
    expect(reasons(choice)).toEqual([
      [open[1]?.planned, "the one before was still running"],
      [open[2]?.planned, "the one before was still running"],
    ]);
  });

  it("lets one wait in a queue", () => {
    const choice = chooseSlots({ overlap: "queue", open, now, capacity: 4 });
    expect(reasons(choice)).toEqual([[open[2]?.planned, "the one before still waited for its turn"]]);
  });

  it("stops the one before, for the latest", () => {
    const choice = chooseSlots({ overlap: "cancel-previous", open, now, capacity: 4 });
    expect(choice).toMatchObject({ start: [], stop: [open[0]] });
    expect(reasons(choice)).toEqual([[open[1]?.planned, "a later one took its place"]]);
    const after = chooseSlots({ overlap: "cancel-previous", open: open.slice(2), now, capacity: 4 });
    expect(after.start).toEqual([open[2]]);
  });

  it("lets late ones wait for one another", () => {
    const late = [slot(1, "planned", true), slot(2, "planned", true), slot(3, "planned", true)];
    expect(chooseSlots({ overlap: "skip", open: late, now, capacity: 4 })).toMatchObject({
      start: [late[0]],
      miss: [],
    });
  });
});
