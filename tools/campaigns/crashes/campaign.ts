import { defineCampaign } from "../runner/campaign.ts";
import { bundled } from "../runner/bundled-program.ts";
import { NotStarted } from "../runner/not-started.ts";
import { choice, count, seed, type Option } from "../runner/option.ts";
import { usableLauncher, type LauncherChoice } from "./launcher.ts";
import { childSource, type LifeSpec } from "./life.ts";
import { liveAndJudge, type JudgedLife } from "./live-and-judge.ts";
import { runCampaign } from "./run-campaign.ts";
import { countsOf } from "./table.ts";

const life: Option<LifeSpec | undefined> = {
  about: "Only this session, as a failure prints it",
  placeholder: "JSON",
  read([json], label) {
    if (json === undefined) return undefined;
    try {
      return JSON.parse(json) as LifeSpec;
    } catch {
      throw new NotStarted(`Invalid value for ${label}: it is not JSON. Copy it from the failure.`);
    }
  },
};

export const campaign = defineCampaign({
  details: "Some ten minutes. Fails if something is lost, done twice or left behind.",
  options: {
    runs: count({ about: "Sessions", default: 1000 }),
    seed: seed(7),
    jobs: count({ about: "Sessions at the same time", default: 2 }),
    launcher: choice({
      about: "How commands are started (default: native where it has been built)",
      placeholder: "KIND",
      words: ["native", "wrapper"],
    }),
    life,
  },
  async run({ runs, seed: own, jobs, launcher: wanted, life: spec }, report) {
    const startedAt = performance.now();
    const launcher = launcherOf(wanted);
    using program = await bundled(childSource);
    const onLife = (judged: JudgedLife, done: number, of: number) => {
      if (judged.broken.length > 0) report.fail(complaint(judged));
      report.step(done, of);
    };
    const settings = {
      runs,
      seed: own,
      launcher,
      jobs,
      program: program.file,
      onLife,
      signal: report.signal,
    };
    const lives = spec === undefined ? await runCampaign(settings) : [await liveAndJudge(spec, program.file)];
    if (spec !== undefined) for (const judged of lives) onLife(judged, 1, 1);

    report.table(countsOf(lives));
    const broken = lives.filter((judged) => judged.broken.length > 0);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    const kills = lives.reduce((sum, { phases }) => sum + phases.length, 0);
    const withServers = lives.filter(({ spec: { plan } }) => "seed" in plan && plan.servers === true).length;
    const leftBehind = lives.reduce((sum, { counts }) => sum + counts.leftovers, 0);
    report.print(
      `\nlauncher ${launcher}, seed ${own}: ${lives.length} sessions, ${withServers} of them with rude MCP servers, ${kills} kills; ` +
        `${leftBehind} processes left behind, ${broken.length} broken, ${seconds} s`,
    );
  },
});

function launcherOf(wanted: LauncherChoice | undefined): LauncherChoice {
  if (wanted === "native" && usableLauncher() !== "native")
    throw new NotStarted("The launcher is not built: npm run setup builds it on Linux, with a C compiler.");
  return wanted ?? usableLauncher();
}

function complaint({ spec, phases, broken: laws, folder }: JudgedLife): string {
  return [
    `Broken (${phases.join("; then ")}):`,
    ...laws.map((law) => `  ${law}`),
    `  What it left: ${folder ?? ""}`,
    `  Again: npm run x -- proof crashes --life '${JSON.stringify(spec)}'`,
  ].join("\n");
}
