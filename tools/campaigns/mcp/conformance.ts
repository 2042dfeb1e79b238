import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { serveHttp } from "../../../packages/extension-kit/src/serve/index.ts";
import { inLanes } from "../runner/in-lanes.ts";
import { runScenario, type ScenarioResult } from "./run-scenario.ts";
import { titleOf, type Scenario } from "./scenarios.ts";
import { suiteExtension } from "./suite-extension.ts";

const passingFile = new URL("passing.json", import.meta.url);

/** The server that server scenarios ask; the suite sends no token. */
export const serveSuite = () => serveHttp(suiteExtension(), { token: false });

/** Runs scenarios, a few at once: they start processes and measure time. @returns results in the given order. */
export async function runScenarios(
  scenarios: readonly Scenario[],
  onResult: (result: ScenarioResult) => void,
  signal?: AbortSignal,
): Promise<readonly ScenarioResult[]> {
  await using server = await serveSuite();
  const run = async (scenario: Scenario) => {
    const result = await runScenario(scenario, server.url);
    onResult(result);
    return result;
  };
  return await inLanes(scenarios, availableParallelism() + 1, run, signal);
}

export interface Deviations {
  /** Recorded as passing, and failed now. */
  readonly lost: readonly ScenarioResult[];
  /** Passed now, and not recorded. */
  readonly won: readonly ScenarioResult[];
}

/** The titles of the scenarios that are recorded as passing. */
export const recorded = (): ReadonlySet<string> =>
  new Set(JSON.parse(readFileSync(passingFile, "utf8")) as readonly string[]);

/** How results differ from those that are recorded. */
export function deviationsOf(results: readonly ScenarioResult[]): Deviations {
  const passing = recorded();
  const isRecorded = ({ scenario }: ScenarioResult) => passing.has(titleOf(scenario));
  return {
    lost: results.filter((result) => !result.passed && isRecorded(result)),
    won: results.filter((result) => result.passed && !isRecorded(result)),
  };
}

/** Records which scenarios pass; those that were not run stay as they were. */
export function recordPassing(results: readonly ScenarioResult[]): void {
  const passing = new Set(recorded());
  for (const { scenario, passed } of results) {
    if (passed) passing.add(titleOf(scenario));
    else passing.delete(titleOf(scenario));
  }
  writeFileSync(passingFile, `${JSON.stringify([...passing].toSorted(), undefined, 2)}\n`);
}
