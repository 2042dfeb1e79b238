import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fixturesHash } from "./fixtures-hash.ts";
import { runDifferences } from "./run-differences.ts";
import { runStaticChecks } from "./static-checks.ts";
import type { Checked } from "./static-checks.ts";
import { noTests, readJson } from "./test-results.ts";
import type { RunResult } from "./test-results.ts";
import { testParts } from "./test-tasks.ts";
import type { TestedPart } from "./test-tasks.ts";
import { runVitest } from "./vitest.ts";

// node tools/checks/run.ts [--no-tests | --e2e | --twice] [--force] [FILTER…]: all checks, also after one failed, then a
// summary. --e2e runs the end-to-end tests and nothing else; --force also runs what has not changed since it last passed, and
// so do --twice, the end-to-end tests and FILTERs. --twice runs the tests twice, the second time in another order, and fails
// if the results differ.
const { values, positionals: filters } = readArguments();
const kind = values.e2e ? "e2e" : "tests";
if (process.stdout.isTTY) process.env["FORCE_COLOR"] ??= "1";
process.env["SKEIN_FIXTURES_HASH"] = fixturesHash();
process.env["SKEIN_NODE_VERSION"] = process.version;

const started = performance.now();
const checks = values.e2e ? [] : await runStaticChecks(values.force || values.twice);
for (const { name, ok, isCached, durationMs } of checks) {
  const time = isCached ? "unchanged" : `${(durationMs / 1000).toFixed(1)} s`;
  console.log(`${ok ? "passed" : "FAILED"}  ${name.padEnd(12)} ${time}`);
}
if (values["no-tests"]) process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
else summarize(checks, await tested());

function readArguments() {
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: { "no-tests": flag, e2e: flag, twice: flag, force: flag },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error("Use --force, --twice, --e2e or --no-tests, and beginnings of paths of test files.");
    process.exit(2);
  }
}

async function tested(): Promise<readonly TestedPart[]> {
  if (values.twice) return await testedTwice();
  if (!values.e2e && filters.length === 0) return await testParts(values.force);
  return partsOf(await runAll());
}

/** Adds a failed line for each result that is another one in the second run. */
async function testedTwice(): Promise<readonly TestedPart[]> {
  const first = await runAll();
  const second = await runAll(1);
  const differences = runDifferences(first, second);
  console.log(
    differences.length === 0
      ? "Both runs had the same results, in two orders."
      : "The two runs had different results.",
  );
  return [...partsOf(first), { part: "", isCached: false, result: { ...noTests, failed: differences } }];
}

/** @param orderSeed - see `VitestOptions` */
async function runAll(orderSeed?: number): Promise<RunResult> {
  const resultsFile = join(".tools", "tests.json");
  rmSync(resultsFile, { force: true });
  const options = { filters, resultsFile, ...(orderSeed === undefined ? {} : { orderSeed }) };
  const ok = await runVitest(kind, options);
  return (
    (readJson(resultsFile) as RunResult | undefined) ?? {
      parts: {},
      unhandled: ok ? [] : ["vitest could not be run"],
    }
  );
}

function partsOf({ parts, unhandled }: RunResult): readonly TestedPart[] {
  return [
    ...Object.entries(parts).map(([part, result]) => ({ part, isCached: false, result })),
    { part: "", isCached: false, result: { ...noTests, failed: unhandled } },
  ];
}

/** A check that failed counts as one failed test. */
function summarize(all: readonly Checked[], parts: readonly TestedPart[]): void {
  const failed = [
    ...parts.flatMap(({ result }) => result.failed),
    ...all.filter(({ ok }) => !ok).map(({ name }) => name),
  ];
  const skipped = parts.flatMap(({ result }) => result.skipped);
  const cached = parts.filter(({ isCached }) => isCached);
  const passed = sum(parts);
  console.log();
  for (const line of skipped) console.log(`skipped  ${line}`);
  for (const line of failed) console.log(`FAILED   ${line}`);
  if (cached.length > 0) {
    const count = `${sum(cached)} of the tests that passed, in ${cached.length} of ${parts.length - 1} parts`;
    console.log(`from the cache  ${count}: nothing that they read has changed (--force runs them again)`);
  }
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function sum(parts: readonly TestedPart[]): number {
  return parts.reduce((total, { result }) => total + result.passed, 0);
}
