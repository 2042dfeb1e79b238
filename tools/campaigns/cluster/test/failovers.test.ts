import { expect, it } from "vitest";
import { failovers } from "../failovers.ts";

const begun = (worker: number, attempt: number, at: number) => ({
  session: "chaos-0",
  worker,
  attempt,
  at,
  what: "begun",
});
const said = [begun(0, 1, 1_000), begun(1, 2, 40_000)];

it.each([
  ["a kill", [{ worker: 0, at: 30_000, until: 30_000 }], 10_000],
  ["a pause that lasts", [{ worker: 0, at: 28_000, until: Infinity }], 12_000],
  ["a pause that it survived, and a kill", [pause(5_000, 9_000), pause(30_000, 30_000)], 10_000],
  ["a kill before it was heard again", [pause(25_000, 29_000), pause(30_000, 30_000)], 15_000],
])("counts from %s", (_, faults, ms) => {
  const those = [...faults, { worker: 1, at: 35_000, until: 35_000 }];
  expect(failovers(those, said, [])).toEqual([{ ms, isAlone: true }]);
  expect(failovers(those, said, [9_000, 39_999])).toEqual([{ ms, isAlone: false }]);
});

it("counts no attempt that follows no fault", () => {
  expect(failovers([pause(500, 600)], said, [])).toEqual([]);
  expect(failovers([pause(500, 600)], [begun(0, 1, 1_000)], [])).toEqual([]);
});

function pause(at: number, until: number) {
  return { worker: 0, at, until };
}
