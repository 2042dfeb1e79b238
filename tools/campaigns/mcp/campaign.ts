import { defineCampaign } from "../runner/campaign.ts";
import { flag, names } from "../runner/option.ts";
import { deviationsOf, recordPassing, runScenarios } from "./conformance.ts";
import { allScenarios, titleOf } from "./scenarios.ts";

export const campaign = defineCampaign({
  details: "Some four minutes. Fails if what is recorded as passing does not pass, or anything else does.",
  options: {
    scenarios: names({
      about: "Only scenarios whose title contains it",
      placeholder: "SCENARIO",
      noun: "scenario",
      isPositional: true,
      of: () => allScenarios().map(titleOf),
    }),
    record: flag("Record what passes"),
  },
  async run({ scenarios: chosen, record }, report) {
    const scenarios = allScenarios().filter((scenario) => chosen.includes(titleOf(scenario)));
    const results = await runScenarios(
      scenarios,
      ({ scenario, passed, problems }) => {
        report.print(`${passed ? "passed" : "FAILED"}  ${titleOf(scenario)}`);
        for (const problem of problems) report.print(`          ${problem}`);
      },
      report.signal,
    );
    report.print("");
    const sides = [...new Set(scenarios.map(({ leg, revision }) => `${leg} ${revision}`))];
    report.table([
      ["side and revision", "passed", "of"],
      ...sides.map((side) => {
        const own = results.filter(({ scenario }) => titleOf(scenario).startsWith(`${side} `));
        return [side, `${own.filter(({ passed }) => passed).length}`, `${own.length}`];
      }),
    ]);
    if (record) recordPassing(results);
    const { lost, won } = deviationsOf(results);
    for (const { scenario } of lost)
      report.fail(`Passed before, and does not any more: ${titleOf(scenario)}`);
    for (const { scenario } of won) report.fail(`Passes now; record it with --record: ${titleOf(scenario)}`);
  },
});
