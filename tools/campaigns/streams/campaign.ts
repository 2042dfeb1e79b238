import { availableParallelism } from "node:os";
import { defineCampaign } from "../runner/campaign.ts";
import { inLanes } from "../runner/in-lanes.ts";
import { names } from "../runner/option.ts";
import { tortureCases } from "./cases.ts";
import { tryCase } from "./try-case.ts";

export const campaign = defineCampaign({
  details: "Fails if a run does not end as it must, or if a call ran that was cut off or broken.",
  options: {
    cases: names({
      about: "Only cases whose name contains it",
      placeholder: "CASE",
      noun: "case",
      isPositional: true,
      of: () => tortureCases().map(({ id }) => id),
    }),
  },
  async run({ cases: chosen }, report) {
    const cases = tortureCases().filter(({ id }) => chosen.includes(id));
    if (cases.length === 0) {
      report.print(
        "Skipped: the streams from bug reports are not there (SKEIN_FIXTURES names their folder).",
      );
      return;
    }
    let done = 0;
    const lanes = Math.min(4, availableParallelism() + 1);
    const tried = await inLanes(
      cases,
      lanes,
      async (one) => {
        const result = await tryCase(one);
        report.step(++done, cases.length);
        return result;
      },
      report.signal,
    );
    report.table([
      ["case", "outcome", "exit code", "requests", "ran", "as it must be"],
      ...tried.map(({ id, outcome, exitCode, requests, ran, problems }) => [
        id,
        outcome,
        ...[exitCode, requests, ran].map(String),
        problems.length === 0 ? "yes" : problems.join("; "),
      ]),
    ]);
    const wrong = tried.filter(({ problems }) => problems.length > 0);
    report.print(`${cases.length} cases, ${wrong.length} not as they must be`);
    for (const { id, problems } of wrong) report.fail(`${id}: ${problems.join("; ")}`);
  },
});
