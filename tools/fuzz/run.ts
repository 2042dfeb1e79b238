import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { FuzzRecord, FuzzSettings } from "../../packages/property-tests/src/index.ts";
import { runStep } from "../checks/run-step.ts";
import { help, readCommand, type FuzzOptions } from "./options.ts";
import {
  countsOf,
  current,
  leftTable,
  summaryOf,
  testPattern,
  withRecords,
  type Hashes,
  type Progress,
} from "./progress.ts";
import { runInSlices, type BatchResult } from "./run-in-slices.ts";
import { storeFinds } from "./store-finds.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, ".tools", "fuzz");
const [progressFile, countsFile, log] = ["progress.json", "counts.json", "log.jsonl"].map((name) =>
  join(folder, name),
) as [string, string, string];
/** Then the next files have their turn. */
const msPerProperty = 5_000;

const command = readCommand(process.argv.slice(2), () => String(Math.floor(Math.random() * 2 ** 31)));
let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => (isStopped = true));

if (command.kind === "help") console.log(help);
else if (command.kind === "error") {
  console.error(command.text);
  process.exitCode = 2;
} else {
  process.chdir(root);
  process.exitCode = await fuzz(command);
}

async function fuzz(options: FuzzOptions): Promise<number> {
  const hashes = hashesOf(options.paths);
  const files = Object.keys(hashes);
  if (files.length === 0) {
    console.error(`No property tests in ${options.paths.join(", ")}. Use beginnings of paths of test files.`);
    return 2;
  }
  mkdirSync(folder, { recursive: true });
  const all = hashesOf([]);
  // Those of a call that was killed count, too.
  const before = withRecords(current(readJson(progressFile, {}), all), takeRecords(), all);
  writeJson(progressFile, before);
  console.log(`${files.length} files, seed ${options.seed}`);
  const { until } = options;
  const result =
    until === undefined
      ? await once(options, files, before, all)
      : await inSlices({ ...options, until }, hashes, before, all);
  const summary = summaryOf(result.progress, files, until ?? 1);
  if (until !== undefined) for (const line of leftTable(result.progress, files, until)) console.log(line);
  console.log(
    `${summary.properties} properties, the least with ${summary.leastRuns} runs at this version of its tests; ` +
      `${result.ok ? "no property failed" : "failed"}, seed ${options.seed}`,
  );
  if (isStopped) return 130;
  return result.ok ? 0 : 1;
}

async function once(options: FuzzOptions, files: readonly string[], before: Progress, all: Hashes) {
  const { ok, records } = await runTests(files, { seed: options.seed, log, times: options.times }, {});
  const progress = withRecords(before, records, all);
  writeJson(progressFile, progress);
  return { ok, progress };
}

async function inSlices(
  options: FuzzOptions & { readonly until: number },
  hashes: Hashes,
  before: Progress,
  all: Hashes,
) {
  const { until, seed, sliceMs = Infinity } = options;
  const files = Object.keys(hashes);
  const started = Date.now();
  const stopAt = started + sliceMs;
  let batch = 0;
  const result = await runInSlices(before, {
    until,
    hashes,
    run(chosen, progress) {
      writeJson(countsFile, countsOf(progress));
      const limits = { msPerProperty, ...(Number.isFinite(stopAt) && { stopAt }) };
      const settings = { seed: `${seed} ${batch++}`, log, until, counts: countsFile, ...limits };
      return runTests(chosen, settings, { pattern: testPattern(progress, chosen, until) });
    },
    report(progress) {
      writeJson(progressFile, { ...current(readJson(progressFile, {}), all), ...progress });
      const { properties, finished, leastRuns, failures } = summaryOf(progress, files, until);
      const minutes = Math.round((Date.now() - started) / 60_000);
      const [ready, least] = [`${finished} of ${properties} properties`, `least ${leastRuns}`];
      console.error(`${ready} have ${until} runs (${least}), ${failures} failures, ${minutes} min`);
    },
    isOver: () => isStopped || Date.now() >= stopAt,
  });
  for (const file of result.stuck) console.log(`No more runs in ${file}: its tests failed or were skipped`);
  return result;
}

async function runTests(
  files: readonly string[],
  settings: FuzzSettings,
  { pattern }: { readonly pattern?: string | undefined },
): Promise<BatchResult> {
  process.env["SKEIN_FUZZ"] = JSON.stringify(settings);
  process.env["SKEIN_FUZZ_TESTS"] = pattern ?? "";
  process.env["SKEIN_TEST_BUNDLE"] = "1";
  const vitest = ["vitest", "run", "--config", "vitest.fuzz.config.ts", ...files];
  const { ok, output } = await runStep({ name: "fuzz", commands: [vitest] }, false);
  const records = takeRecords();
  if (!ok && !isStopped) console.error(output);
  return { ok: ok || isStopped, records };
}

/** The runs since the last call, whose counterexamples are stored. */
function takeRecords(): readonly FuzzRecord[] {
  if (!existsSync(log)) return [];
  // What follows the last line feed is nothing, or half a line of a process that was killed.
  const lines = readFileSync(log, "utf8").split("\n").slice(0, -1);
  const records = lines.map((line) => JSON.parse(line) as FuzzRecord);
  for (const file of storeFinds(root, records)) console.error(`Stored a counterexample in ${file}`);
  rmSync(log);
  return records;
}

function hashesOf(paths: readonly string[]): Hashes {
  const files = globSync("{packages/*,apps/*,examples/*,tools/*,tools/campaigns/*}/test/**/*.test.ts", {
    cwd: root,
  })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.endsWith(".e2e.test.ts") && !path.startsWith("packages/property-tests/"))
    .filter((path) => paths.length === 0 || paths.some((beginning) => path.startsWith(beginning)));
  return Object.fromEntries(
    files.toSorted().flatMap((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const isProperty = /\b(?:checkProperty|sampleValues)\(/.test(text);
      return isProperty ? [[path, createHash("sha256").update(text).digest("hex").slice(0, 16)]] : [];
    }),
  );
}

function readJson<T>(path: string, otherwise: T): T {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : otherwise;
}

/** In one step: a call that is stopped leaves the old file or the new one. */
function writeJson(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, JSON.stringify(value));
  renameSync(`${path}.new`, path);
}
