import { parseArgs } from "node:util";
import { runCampaign } from "./campaign.ts";
import { liveAndJudge, type JudgedLife } from "./live-and-judge.ts";
import { usableLauncher, type LauncherChoice } from "./launcher.ts";
import { tableOf } from "./table.ts";
import { childSource, type LifeSpec } from "./life.ts";
import { bundled } from "./program.ts";

// node tools/chaos/run.ts [--runs N] [--seed N] [--jobs N] [--launcher native|wrapper] [--life JSON]: kills real sessions and looks at what is left.
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "1000" },
    seed: { type: "string", default: "7" },
    jobs: { type: "string", default: "2" },
    launcher: { type: "string", default: usableLauncher() },
    life: { type: "string" },
  },
});

const startedAt = performance.now();
using program = await bundled(childSource);
const lives =
  values.life === undefined
    ? await runCampaign({
        runs: count("runs"),
        seed: count("seed"),
        launcher: launcher(),
        jobs: count("jobs"),
        program: program.file,
        onLife: tellProgress,
      })
    : [await liveAndJudge(JSON.parse(values.life) as LifeSpec, program.file)];

process.stderr.write("\n");
console.log(tableOf(lives));
const broken = lives.filter((life) => life.broken.length > 0);
for (const life of broken) console.log(`\n${complaint(life)}`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
const kills = lives.reduce((sum, { phases }) => sum + phases.length, 0);
const withServers = lives.filter(({ spec }) => "seed" in spec.plan && spec.plan.servers === true).length;
const leftBehind = lives.reduce((sum, { counts }) => sum + counts.leftovers, 0);
console.log(
  `\nlauncher ${values.launcher}, seed ${values.seed}: ${lives.length} sessions, ${withServers} of them with rude MCP servers, ${kills} kills; ` +
    `${leftBehind} processes left behind, ${broken.length} broken, ${seconds} s`,
);
process.exitCode = broken.length === 0 ? 0 : 1;

function count(flag: "runs" | "seed" | "jobs"): number {
  const number = Number(values[flag]);
  if (Number.isInteger(number) && number >= 1) return number;
  console.error(`--${flag} must be a whole number from 1 on, not "${values[flag]}".`);
  process.exit(2);
}

function launcher(): LauncherChoice {
  const { launcher: choice } = values;
  const isBuilt = usableLauncher() === "native";
  if (choice === "wrapper" || (choice === "native" && isBuilt)) return choice;
  console.error(
    choice === "native"
      ? "The launcher is not built: npm run setup builds it on Linux, with a C compiler."
      : `--launcher must be native or wrapper, not "${choice}".`,
  );
  process.exit(2);
}

function tellProgress(life: JudgedLife, done: number, of: number): void {
  if (life.broken.length > 0) process.stderr.write(`\n${complaint(life)}\n`);
  process.stderr.write(`\r${done} of ${of}`);
}

function complaint({ spec, phases, broken: laws, folder }: JudgedLife): string {
  return [
    `Broken (${phases.join("; then ")}):`,
    ...laws.map((law) => `  ${law}`),
    `  What it left: ${folder ?? ""}`,
    `  Again: npm run chaos:kill -- --life '${JSON.stringify(spec)}'`,
  ].join("\n");
}
