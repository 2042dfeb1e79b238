import { spawn } from "node:child_process";
import { once } from "node:events";
import { defineCampaign } from "../runner/campaign.ts";
import { count, seed } from "../runner/option.ts";

export const campaign = defineCampaign({
  details: "Fails if something differs afterwards that is not named.",
  options: {
    runs: count({ about: "Runs of eight commands each", default: 40 }),
    seed: seed(),
  },
  async run({ runs, seed: own }, report) {
    report.print(`${runs} runs of eight commands each, then ${runs * 2} of one. Seed: ${own}`);
    const tests = spawn("vitest", ["run", "packages/runtime/test/sessions/undo-any.test.ts"], {
      stdio: "inherit",
      env: { ...process.env, SKEIN_UNDO_RUNS: String(runs), SKEIN_FUZZ_SEED: String(own) },
    });
    const [code] = (await once(tests, "exit")) as [number | null];
    if (code !== 0) report.fail(`The tests ended with ${code ?? "a signal"}: see above.`);
  },
});
