import { describe, expect, it } from "vitest";
import type { Effort } from "@skein/protocol";
import { supportedEfforts, effortNotice, nearestEffort, thinkingBudget } from "../src/index.ts";
import type { SentEffort } from "../src/index.ts";

describe("the nearest effort", () => {
  it.each([
    ["low", ["low", "medium", "high"], "low"],
    ["medium", ["low", "high"], "high"],
    ["max", ["low", "high"], "high"],
    ["none", ["minimal", "high"], "minimal"],
    ["high", [], undefined],
  ] as const)("to %s of %j is %s", (wish, levels, found) => {
    expect(nearestEffort(wish, levels)).toBe(found);
  });
});

describe("the notice of an effort", () => {
  it.each<[Effort | undefined, SentEffort, string | undefined]>([
    [undefined, undefined, undefined],
    ["high", "high", undefined],
    ["high", "budget", undefined],
    ["high", undefined, 'm1 does not support effort levels; "high" is not sent.'],
    ["max", "high", 'm1 does not support the effort "max"; "high" is sent.'],
    ["low", "on", 'm1 can only turn thinking on or off; for effort "low" it is on.'],
    ["none", "off", undefined],
    ["none", undefined, undefined],
    ["none", "low", "m1 cannot disable thinking, so the lowest effort is sent."],
  ])("%s, sent as %s", (wish, sent, notice) => {
    expect(effortNotice("m1", wish, sent)).toBe(notice);
  });
});

it("the levels of a model are the efforts that need no notice", () => {
  const sent = { none: "low", low: "low", medium: "medium", high: "high", max: "high" } as const;
  expect(supportedEfforts((wish) => effortNotice("m1", wish, sent[wish]))).toEqual(["low", "medium", "high"]);
});

describe("a thinking budget", () => {
  it.each([
    [undefined, 64_000, undefined],
    ["none", 64_000, undefined],
    ["low", 64_000, 4096],
    ["max", 64_000, 32_000],
    ["max", undefined, 49_152],
    ["high", 1500, 1024],
    ["high", 1025, 1024],
    ["high", 1024, undefined],
  ] as const)("for %s within %s tokens is %s", (effort, maxTokens, budget) => {
    expect(thinkingBudget(effort, maxTokens)).toBe(budget);
  });
});
