import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { runStep } from "./run-step.ts";
import type { StepResult } from "./run-step.ts";
import { staticSteps, testStep } from "./steps.ts";
import type { Step } from "./steps.ts";
import type { Tally } from "./tally.ts";

// node tools/checks/run.ts [--no-tests | --e2e] [FILTER…]: all checks, also after one failed, then a summary.
// --e2e runs the end-to-end tests and nothing else.
const args = process.argv.slice(2);
const filters = args.filter((arg) => !arg.startsWith("--"));
const isEndToEnd = args.includes("--e2e");
const tallyFile = ".tools/tally.json";
mkdirSync(".tools", { recursive: true });
rmSync(tallyFile, { force: true });
process.env["SKEIN_TALLY"] = tallyFile;
process.env["SKEIN_TEST_BUNDLE"] = "1";
if (process.stdout.isTTY) process.env["FORCE_COLOR"] ??= "1";

const results = isEndToEnd ? [] : await runInLanes(staticSteps, 2);
if (!args.includes("--no-tests"))
  results.push(await runStep(testStep(isEndToEnd ? "e2e" : "tests", filters), true));
summarize(results);

async function runInLanes(steps: readonly Step[], lanes: number): Promise<StepResult[]> {
  const waiting = [...steps];
  const done: StepResult[] = [];
  const lane = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await runStep(step, false);
      done.push(result);
      if (!result.ok) process.stdout.write(`--- ${result.name} ---\n${result.output}\n`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return steps.flatMap(({ name }) => done.find((result) => result.name === name) ?? []);
}

function summarize(steps: readonly StepResult[]): void {
  console.log();
  for (const { name, ok, durationMs } of steps) {
    console.log(`${ok ? "passed" : "FAILED"}  ${name.padEnd(12)} ${(durationMs / 1000).toFixed(1)} s`);
  }
  if (!args.includes("--no-tests")) console.log(`\n${tallyLine(steps)}`);
  process.exitCode = steps.every(({ ok }) => ok) ? 0 : 1;
}

/** The tests, and one failure for each other step that failed. */
function tallyLine(steps: readonly StepResult[]): string {
  const failedSteps = steps.filter(({ name, ok }) => !ok && !isTests(name)).length;
  const tests = readTally();
  const testsBroke = steps.some(({ name, ok }) => !ok && isTests(name)) && tests.failed === 0;
  const failed = tests.failed + failedSteps + (testsBroke ? 1 : 0);
  const tally: Tally = { ...tests, failed };
  return `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`;
}

function isTests(step: string): boolean {
  return step === "tests" || step === "e2e";
}

function readTally(): Tally {
  try {
    return JSON.parse(readFileSync(tallyFile, "utf8")) as Tally;
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
