import { describe, expect, it } from "vitest";
import { deviationsOf, runScenarios } from "../conformance.ts";
import { allScenarios, titleOf } from "../scenarios.ts";

describe("the protocol's own conformance suite", () => {
  it("passes as recorded", { timeout: 600_000 }, async () => {
    const results = await runScenarios(allScenarios(), () => undefined);
    const { lost, won } = deviationsOf(results);
    expect(lost.map(({ scenario, problems }) => [titleOf(scenario), ...problems])).toEqual([]);
    expect(won.map(({ scenario }) => titleOf(scenario))).toEqual([]);
  });
});
