import { rmSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { noTests, readJson, resultFile, writeJson } from "./test-results.ts";
import type { PartResult, RunResult } from "./test-results.ts";
import { sharedResultFile } from "./test-tasks.ts";
import { runVitest } from "./vitest.ts";

// The script "test" of every package, in whose folder it runs: turbo's task. When tools/checks/run.ts has just run the
// tests of several packages in one process, it takes over the result; otherwise it runs the tests of this package.
const root = fileURLToPath(new URL("../..", import.meta.url));
const part = relative(root, process.cwd()).split(sep).join("/") || "tools";
process.chdir(root);

const result = sharedResult() ?? (await ownResult());
writeJson(resultFile(part), result);
for (const line of result.failed) console.log(`failed   ${line}`);
for (const line of result.skipped) console.log(`skipped  ${line}`);
console.log(`${result.passed} passed, ${result.failed.length} failed, ${result.skipped.length} skipped`);
process.exitCode = result.failed.length === 0 ? 0 : 1;

/** Found by turbo's hash, so a result of other sources, other recordings or another Node is never taken for this one. */
function sharedResult(): PartResult | undefined {
  const hash = process.env["TURBO_HASH"];
  return hash === undefined ? undefined : (readJson(sharedResultFile(hash)) as PartResult | undefined);
}

async function ownResult(): Promise<PartResult> {
  const file = join(".tools", `tests-${process.pid}.json`);
  const ok = await runVitest("tests", { filters: [`${part}/`], resultsFile: file });
  const run = readJson(file) as RunResult | undefined;
  rmSync(file, { force: true });
  const own = run?.parts[part] ?? noTests;
  const failed = [...own.failed, ...(run?.unhandled ?? ["vitest could not be run"])];
  return { ...own, failed: ok || failed.length > 0 ? failed : ["vitest failed"] };
}
