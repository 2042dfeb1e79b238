import { expect, it } from "vitest";
import notRun from "../not-run.json" with { type: "json" };
import { optionalScenarios, allScenarios, titleOf } from "../scenarios.ts";

it("every scenario of the suite is run, or has a reason why not", () => {
  const optional = new Set(optionalScenarios().map(({ leg, name }) => `${leg} ${name}`));
  const reasons = Object.keys(notRun);
  expect(reasons.filter((one) => !optional.has(one))).toEqual([]);
  const run = allScenarios().map(titleOf);
  expect(run).toContain("server 2025-11-25 server-session-lifecycle");
  expect(run).toContain("server 2026-07-28 http-custom-header-server-validation");
  expect(new Set(run).size).toBe(run.length);
});
