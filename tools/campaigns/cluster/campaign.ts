import { fileURLToPath } from "node:url";
import { postgresPrograms } from "../../../packages/test-kit/src/index.ts";
import { defineCampaign } from "../runner/campaign.ts";
import { NotStarted } from "../runner/not-started.ts";
import { count, seed } from "../runner/option.ts";
import { runCampaign } from "./run-campaign.ts";

export const campaign = defineCampaign({
  details: "Some five minutes. Needs Postgres. Fails if a run has not one end, or makes a command twice.",
  options: {
    runs: count({ about: "Runs on the queue", default: 200 }),
    seed: seed(7),
    workers: count({ about: "Workers", default: 3 }),
    everyMs: count({ about: "Milliseconds between two faults, at the median", default: 3_000 }),
  },
  async run({ runs, seed: own, workers, everyMs }, report) {
    if (postgresPrograms() === undefined)
      throw new NotStarted("Postgres is not installed: on Debian it is the package postgresql.");
    const startedAt = performance.now();
    const end = await runCampaign({
      runs,
      seed: own,
      workers,
      everyMs,
      longestMs: 180_000 + runs * 3_000,
      program: fileURLToPath(new URL("../../../apps/cli/bin/skein.cjs", import.meta.url)),
      onProgress: (ended) => report.step(ended, runs),
    });
    for (const law of end.broken) report.fail(law);
    const all = end.failovers.map(({ ms }) => ms);
    const alone = end.failovers.flatMap(({ ms, isAlone }) => (isAlone ? [ms] : []));
    report.print(
      [
        `seed ${own}: ${workers} workers, ${end.kills} kills, ${end.pauses} pauses, ${end.restarts} restarts of the database`,
        `network: ${end.silences} silences, ${end.resets} resets, ${end.delays} delays`,
        `${runs} runs in ${end.attempts} attempts: ${end.done} as they should be; ${end.commands} commands, ${end.unknown} of them said to be unknown`,
        `${all.length} failovers: ${spread(all)}; ${alone.length} of them with no other fault meanwhile: ${spread(alone)}`,
        `${end.broken.length} laws broken, ${seconds(performance.now() - startedAt)} s`,
      ].join("\n"),
    );
  },
});

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function spread(ms: readonly number[]): string {
  const sorted = ms.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return `${seconds(middle)} s at the median, ${seconds(sorted.at(-1) ?? 0)} s at most`;
}
