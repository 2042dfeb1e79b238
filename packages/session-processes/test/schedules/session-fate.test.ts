import type { Sessions } from "@skein/runtime";
import { expect, it } from "vitest";
import { sessionFate } from "../../src/schedules/session-fate.ts";

const fateOf = (line: object | undefined, isRunning = false) =>
  sessionFate(
    {
      list: async () => [{ session: "other", summary: {} }, ...(line ? [{ session: "s", ...line }] : [])],
    } as unknown as Pick<Sessions, "list">,
    "s",
    async (session) => isRunning && session === "s",
  );

it.each([
  ["it was never begun", undefined, { state: "none" }],
  ["it has no run yet", { summary: {} }, { state: "none" }],
  ["another process is at it", { summary: { state: "running" } }, { state: "running" }],
  ["it was cut off", { summary: { state: "interrupted" } }, { state: "open" }],
  [
    "it is done",
    { summary: { state: "done", costUsd: 0.5 } },
    { state: "ended", end: { outcome: "done", exitCode: 0, costUsd: 0.5 } },
  ],
  [
    "it has ended at an unknown cost",
    { summary: { state: "budget", costUsd: 0.5, hasUnknownCost: true } },
    { state: "ended", end: { outcome: "budget", exitCode: 5 } },
  ],
])("the fate of a slot's session if %s", async (_, line, fate) => {
  expect(await fateOf(line)).toEqual(fate);
});

it("is to run while somebody is at it, whatever its journal says", async () => {
  expect(await fateOf({ summary: { state: "done" } }, true)).toEqual({ state: "running" });
});

it("cannot be told of a damaged session", async () => {
  await expect(fateOf({ damaged: "Line 3 is no entry." })).rejects.toMatchObject({
    code: "damaged",
    message: "Line 3 is no entry.",
  });
});
