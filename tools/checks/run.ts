import { join } from "node:path";
import { fixturesHash } from "./fixtures-hash.ts";
import { runStaticChecks } from "./static-checks.ts";
import type { Checked } from "./static-checks.ts";
import { noTests, readJson } from "./test-results.ts";
import type { RunResult } from "./test-results.ts";
import { testParts } from "./test-tasks.ts";
import type { TestedPart } from "./test-tasks.ts";
import { runVitest } from "./vitest.ts";

// node tools/checks/run.ts [--no-tests | --e2e] [--force] [FILTER…]: all checks, also after one failed, then a summary.
// --e2e runs the end-to-end tests and nothing else; --force also runs what has not changed since it last passed, and so
// do the end-to-end tests and FILTERs.
const args = process.argv.slice(2);
const filters = args.filter((arg) => !arg.startsWith("--"));
const isEndToEnd = args.includes("--e2e");
const isForced = args.includes("--force");
if (process.stdout.isTTY) process.env["FORCE_COLOR"] ??= "1";
process.env["SKEIN_FIXTURES_HASH"] = fixturesHash();
process.env["SKEIN_NODE_VERSION"] = process.version;

const started = performance.now();
const checks = isEndToEnd ? [] : await runStaticChecks(isForced);
for (const { name, ok, isCached, durationMs } of checks) {
  const time = isCached ? "unchanged" : `${(durationMs / 1000).toFixed(1)} s`;
  console.log(`${ok ? "passed" : "FAILED"}  ${name.padEnd(12)} ${time}`);
}
if (args.includes("--no-tests")) process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
else summarize(checks, await tested());

async function tested(): Promise<readonly TestedPart[]> {
  if (!isEndToEnd && filters.length === 0) return await testParts(isForced);
  const file = join(".tools", "tests.json");
  const ok = await runVitest(isEndToEnd ? "e2e" : "tests", filters, file);
  const run = (readJson(file) as RunResult | undefined) ?? {
    parts: {},
    unhandled: ok ? [] : ["vitest could not be run"],
  };
  const parts = Object.entries(run.parts).map(([part, result]) => ({ part, isCached: false, result }));
  return [...parts, { part: "", isCached: false, result: { ...noTests, failed: run.unhandled } }];
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
