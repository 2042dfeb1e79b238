import { existsSync } from "node:fs";
import { defineCampaign } from "../runner/campaign.ts";
import { NotStarted } from "../runner/not-started.ts";
import { names, text } from "../runner/option.ts";
import { allScenes } from "./all-scenes.ts";
import { browserProgram, openStage } from "./stage.ts";

export const campaign = defineCampaign({
  details: "The model is scripted. Needs Debian's chromium. Fails if a scene does.",
  options: {
    only: names({
      about: "Only scenes whose name contains it",
      placeholder: "TEXT",
      noun: "scene",
      of: () => allScenes().map(({ name }) => name),
    }),
    pictures: text("FOLDER", "Write pictures of the screens to this folder"),
  },
  async run({ only, pictures }, report) {
    if (!existsSync(browserProgram))
      throw new NotStarted(`No browser at ${browserProgram} (apt-get install chromium): nothing was shown.`);
    const wanted = allScenes(pictures).filter(({ name }) => only.includes(name));
    await using stage = await openStage();
    let failed = 0;
    for (const { name, play } of wanted) {
      const startedAt = performance.now();
      try {
        const figures = await play(stage);
        const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(7);
        report.print(`shown   ${seconds}  ${name}${figures === "" ? "" : `: ${figures}`}`);
      } catch (problem) {
        failed++;
        report.fail(`${name}\n        ${problem instanceof Error ? problem.message : String(problem)}`);
      }
    }
    report.print(`${wanted.length} scenes, ${failed} failed.`);
  },
});
