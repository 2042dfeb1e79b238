import { tableOf } from "../pairs/table.ts";
import { chosenScenarios, deviationsOf, recordPassing, runScenarios } from "./conformance.ts";
import { titleOf } from "./scenarios.ts";

// node tools/mcp-conformance/run.ts [--record] [WORD…]: the protocol's own conformance suite against the bundled command,
// for both revisions; WORDs choose scenarios by parts of their titles. 0: what is recorded as passing passes, and nothing
// else does. --record records what passes.
const args = process.argv.slice(2);
const words = args.filter((arg) => !arg.startsWith("--"));
const scenarios = chosenScenarios(words);
if (scenarios.length === 0) {
  console.error("No scenario has such a title.");
  process.exit(2);
}

const results = await runScenarios(scenarios, ({ scenario, passed, problems }) => {
  console.log(`${passed ? "passed" : "FAILED"}  ${titleOf(scenario)}`);
  for (const problem of problems) console.log(`          ${problem}`);
});
const sides = [...new Set(scenarios.map(({ leg, revision }) => `${leg} ${revision}`))];
console.log(
  `\n${tableOf([
    ["side and revision", "passed", "of"],
    ...sides.map((side) => {
      const own = results.filter(({ scenario }) => titleOf(scenario).startsWith(`${side} `));
      return [side, `${own.filter(({ passed }) => passed).length}`, `${own.length}`];
    }),
  ])}`,
);
if (args.includes("--record")) recordPassing(results);
const { lost, won } = deviationsOf(results);
for (const { scenario } of lost) console.log(`Passed before, and does not any more: ${titleOf(scenario)}`);
for (const { scenario } of won) console.log(`Passes now; record it with --record: ${titleOf(scenario)}`);
process.exitCode = lost.length + won.length === 0 ? 0 : 1;
