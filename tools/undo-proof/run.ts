import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

/** Random commands in random folders, and the undo of each: what differs afterwards must be named. */
const { values } = parseArgs({
  options: { runs: { type: "string", default: "40" }, seed: { type: "string" } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
const runs = Number(values.runs);
if (!Number.isSafeInteger(runs) || runs < 1) {
  console.error(`--runs ${values.runs}: expected a number of runs, 1 or more.`);
  process.exit(2);
}
console.log(`${runs} runs of eight commands each, then ${runs * 2} of one. Seed: ${seed}`);
const { status } = spawnSync("vitest", ["run", "packages/runtime/test/sessions/undo-any.test.ts"], {
  stdio: "inherit",
  env: { ...process.env, SKEIN_UNDO_RUNS: String(runs), SKEIN_FUZZ_SEED: seed },
});
process.exitCode = status ?? 1;
