import { parseArgs } from "node:util";
import { runCampaign } from "./campaign.ts";
import { tableOf } from "./table.ts";

// node tools/schedules-chaos/run.ts [--slots N] [--seed N] [--daemons N]: kills daemons, and counts what each slot did.
const { values } = parseArgs({
  options: {
    slots: { type: "string", default: "1000" },
    seed: { type: "string", default: "7" },
    daemons: { type: "string", default: "2" },
    "ms-per-minute": { type: "string", default: "200" },
  },
});

const startedAt = performance.now();
const end = await runCampaign({
  slots: count("slots"),
  seed: count("seed"),
  daemons: count("daemons"),
  msPerMinute: count("ms-per-minute"),
});
console.log(tableOf(end));
const broken = end.schedules.flatMap(({ judgement }) => judgement.broken);
for (const law of broken) console.log(`  ${law}`);
if (end.folder !== undefined) console.log(`What it left: ${end.folder}`);
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
console.log(
  `\nseed ${values.seed}: ${values.daemons} daemons, ${end.kills} kills, ${end.crashes} crashes, ${end.jumps} jumps of the clock, ${broken.length} broken, ${seconds} s`,
);
process.exitCode = broken.length + end.crashes === 0 ? 0 : 1;

function count(flag: keyof typeof values): number {
  const number = Number(values[flag]);
  if (Number.isInteger(number) && number >= 1) return number;
  console.error(`--${flag} must be a whole number from 1 on, not "${values[flag]}".`);
  process.exit(2);
}
