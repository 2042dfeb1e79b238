import { defineCampaign } from "../runner/campaign.ts";
import { count, seed } from "../runner/option.ts";
import { runCampaign } from "./run-campaign.ts";
import { countsOf } from "./table.ts";

export const campaign = defineCampaign({
  details: "Fails if a slot does not run once or has no record, or if a daemon crashes by itself.",
  options: {
    slots: count({ about: "Slots that come due", default: 1000 }),
    seed: seed(7),
    daemons: count({ about: "Daemons at the same time", default: 2 }),
    msPerMinute: count({ about: "Milliseconds that a minute of the schedules takes", default: 200 }),
  },
  async run({ slots, seed: own, daemons, msPerMinute }, report) {
    const startedAt = performance.now();
    const end = await runCampaign({ slots, seed: own, daemons, msPerMinute, signal: report.signal });
    report.table(countsOf(end));
    const broken = end.schedules.flatMap(({ judgement }) => judgement.broken);
    for (const law of broken) report.fail(law);
    if (end.crashes > 0) report.fail(`${end.crashes} daemons crashed`);
    if (end.folder !== undefined) report.print(`What it left: ${end.folder}`);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    report.print(
      `\nseed ${own}: ${daemons} daemons, ${end.kills} kills, ${end.crashes} crashes, ${end.jumps} jumps of the clock, ${broken.length} broken, ${seconds} s`,
    );
  },
});
