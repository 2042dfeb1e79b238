import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { postgresPrograms } from "../../packages/test-kit/src/index.ts";
import { runCampaign } from "./campaign.ts";

// node tools/cluster-chaos/run.ts [--runs N] [--seed N] [--workers N]: disturbs workers and their database, and counts what each run did.
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    seed: { type: "string", default: "7" },
    workers: { type: "string", default: "3" },
    "every-ms": { type: "string", default: "3000" },
  },
});
if (postgresPrograms() === undefined) {
  console.error("Postgres is not installed: on Debian it is the package postgresql.");
  process.exit(2);
}

const startedAt = performance.now();
const runs = count("runs");
const end = await runCampaign({
  runs,
  seed: count("seed"),
  workers: count("workers"),
  everyMs: count("every-ms"),
  longestMs: 180_000 + runs * 3_000,
  program: fileURLToPath(new URL("../../apps/cli/bin/skein.cjs", import.meta.url)),
  onProgress: (ended) => process.stderr.write(`\r${ended} of ${runs}`),
});
process.stderr.write("\n");
for (const law of end.broken) console.log(law);
const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const all = end.failovers.map(({ ms }) => ms);
const alone = end.failovers.flatMap(({ ms, isAlone }) => (isAlone ? [ms] : []));
console.log(
  [
    `seed ${values.seed}: ${values.workers} workers, ${end.kills} kills, ${end.pauses} pauses, ${end.restarts} restarts of the database`,
    `network: ${end.silences} silences, ${end.resets} resets, ${end.delays} delays`,
    `${runs} runs in ${end.attempts} attempts: ${end.done} as they should be; ${end.commands} commands, ${end.unknown} of them said to be unknown`,
    `${all.length} failovers: ${spread(all)}; ${alone.length} of them with no other fault meanwhile: ${spread(alone)}`,
    `${end.broken.length} laws broken, ${seconds(performance.now() - startedAt)} s`,
  ].join("\n"),
);
process.exitCode = end.broken.length === 0 ? 0 : 1;

function spread(ms: readonly number[]): string {
  const sorted = ms.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${seconds(middle)} s at the median, ${seconds(sorted.at(-1) ?? 0)} s at most`;
}

function count(flag: keyof typeof values): number {
  const number = Number(values[flag]);
  if (Number.isInteger(number) && number >= 1) return number;
  console.error(`--${flag} must be a whole number from 1 on, not "${values[flag]}".`);
  process.exit(2);
}
