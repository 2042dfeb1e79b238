import { defineCampaign } from "../runner/campaign.ts";
import { names } from "../runner/option.ts";
import { runRows } from "./conformance.ts";
import { rows } from "./rows.ts";

export const campaign = defineCampaign({
  details:
    "Every message is checked against the protocol's JSON Schema. Each row runs again with a bug in what the agent says. Fails if a row does not pass, or does not find its bug.",
  options: {
    rows: names({
      about: "Only rows whose name contains all of them",
      placeholder: "WORD",
      noun: "row",
      isPositional: true,
      needsAll: true,
      of: () => rows.map(({ name }) => name),
    }),
  },
  async run({ rows: chosen }, report) {
    const wanted = rows.filter(({ name }) => chosen.includes(name));
    const results = await runRows(wanted, ({ row: { name }, problems, findsBug }) => {
      const passed = problems.length === 0 ? "passed" : "FAILED";
      report.print(`${passed}  ${findsBug ? "finds its bug" : "MISSES ITS BUG"}  ${name}`);
      for (const problem of problems) report.print(`          ${problem}`);
      if (problems.length > 0) report.fail(`${name}: ${problems.join("; ")}`);
      if (!findsBug) report.fail(`${name}: does not find its bug`);
    });
    const passed = results.filter(({ problems }) => problems.length === 0).length;
    const found = results.filter(({ findsBug }) => findsBug).length;
    report.print(
      `\n${passed} of ${results.length} rows passed; ${found} of ${results.length} bugs were found.`,
    );
  },
});
