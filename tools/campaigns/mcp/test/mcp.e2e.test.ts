import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recorded, serveSuite } from "../conformance.ts";
import { runScenario } from "../run-scenario.ts";
import { allScenarios, titleOf } from "../scenarios.ts";

const passing = recorded();
const scenarios = allScenarios().map((scenario) => ({ title: titleOf(scenario), scenario }));

describe.concurrent("the protocol's own conformance suite", () => {
  let server: Awaited<ReturnType<typeof serveSuite>>;
  beforeAll(async () => {
    server = await serveSuite();
  });
  afterAll(() => server[Symbol.asyncDispose]());
  it.each(scenarios)("$title, as recorded", async ({ title, scenario }) => {
    const { passed, problems } = await runScenario(scenario, server.url);
    const isRecorded = passing.has(title);
    expect(isRecorded ? problems : []).toEqual([]);
    expect(passed).toBe(isRecorded);
  });
});
