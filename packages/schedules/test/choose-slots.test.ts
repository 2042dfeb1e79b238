import { describe, expect, it } from "vitest";
import { chooseSlots } from "../src/choose-slots.ts";
import { overlaps } from "../src/schedule.ts";
import type { Slot } from "../src/slot.ts";

const now = 1000;

function slot(planned: number, change: Partial<Slot> = {}): Slot {
  return {
    schedule: "id",
    planned,
    dueAt: planned,
    cause: "cron",
    state: "planned",
    isLate: false,
    interruptions: 0,
    ...change,
  };
}

describe.each(overlaps)("with the overlap %s", (overlap) => {
  it("a slot is due at its very time, and not before", () => {
    const choice = (dueAt: number) =>
      chooseSlots({ overlap, open: [slot(1, { dueAt })], now, capacity: 1 }).start.length;
    expect([now - 1, now, now + 1].map(choice)).toEqual([1, 1, 0]);
  });

  it("what a person starts takes the places first, and no more than there are", () => {
    const open = [slot(1), slot(2, { cause: "manual" }), slot(3, { cause: "manual" })];
    for (const capacity of [0, 1, 2]) {
      const { start } = chooseSlots({ overlap, open, now, capacity });
      expect(start).toEqual([open[1], open[2]].slice(0, capacity));
    }
  });

  it("a slot beside an interrupted one starts only where they may overlap", () => {
    const open = [slot(1, { state: "interrupted" }), slot(2)];
    const { start } = chooseSlots({ overlap, open, now, capacity: 4 });
    expect(start).toEqual(overlap === "allow" ? [open[1]] : []);
  });
});

it("a slot that is not due yet takes the place of none", () => {
  const open = [slot(1, { state: "running" }), slot(2, { dueAt: now + 1 })];
  const choice = chooseSlots({ overlap: "cancel-previous", open, now, capacity: 1 });
  expect(choice).toEqual({ start: [], miss: [], stop: [] });
});

it("the latest slot that is due takes the place of the one before", () => {
  const open = [slot(3, { dueAt: now + 1 }), slot(1), slot(2)];
  const choice = chooseSlots({ overlap: "cancel-previous", open, now, capacity: 1 });
  expect(choice).toMatchObject({ start: [open[2]], miss: [{ slot: open[1] }], stop: [] });
});
