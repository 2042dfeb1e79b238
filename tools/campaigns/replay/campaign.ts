import { defineCampaign } from "../runner/campaign.ts";
import { names } from "../runner/option.ts";
import { prove, type Proof } from "./prove.ts";
import { wires } from "./wires.ts";

export const campaign = defineCampaign({
  details: "Fails if a request does not come out byte for byte, or if a changed byte is not noticed.",
  options: {
    wires: names({
      about: "Only wires whose name contains it",
      placeholder: "WIRE",
      noun: "wire",
      isPositional: true,
      of: () => Object.keys(wires),
    }),
  },
  async run({ wires: chosen }, report) {
    const proofs: Proof[] = [];
    for (const wire of chosen) {
      report.progress(`${wire} …`);
      proofs.push(await prove(wire));
    }
    report.table([
      ["wire", "requests", "equal", "differences", "bodies", "equal bodies"],
      ...proofs.map(({ wire, requests, equal, differences, bodies, equalBodies }) =>
        [wire, requests, equal, differences, bodies, equalBodies].map(String),
      ),
    ]);
    for (const { wire, reached, isolation, changed, problems } of proofs) {
      report.print(`\n${wire} (${isolation})`);
      report.print(`  network before the sockets were blocked: ${reached.before}`);
      report.print(`  and after: ${reached.after}`);
      report.print(
        `  one byte of the system prompt changed, exit code ${changed.exitCode}:\n    ${changed.difference}`,
      );
      for (const problem of problems) report.fail(`${wire}: ${problem}`);
    }
  },
});
