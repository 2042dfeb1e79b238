import { defineCampaign } from "../runner/campaign.ts";
import { count } from "../runner/option.ts";
import { wireNames } from "../wires/wire-names.ts";
import { wires } from "../wires/wires.ts";
import { prove, type Proof } from "./prove.ts";

export const campaign = defineCampaign({
  details: "Vendors' caches need it. Fails if that is not all of it, but for declared breaks.",
  options: {
    wires: wireNames,
    turns: count({ about: "Requests of the session on each wire", default: 200 }),
  },
  async run({ wires: chosen, turns }, report) {
    const proofs: Proof[] = [];
    for (const wire of wires.filter(({ name }) => chosen.includes(name))) {
      report.progress(`${wire.name} …`);
      proofs.push(await prove(wire, turns));
    }
    const percent = (share: number) => `${(share * 100).toFixed(3)} %`;
    report.table([
      [
        "wire",
        "requests",
        "MB sent",
        "kept by the next",
        "sent before",
        "breakpoints",
        "declared breaks",
        "undeclared",
      ],
      ...proofs.map(({ wire, requests, bytes, share, sentBefore, breakpoints, declared, undeclared }) => [
        wire,
        String(requests),
        (bytes / 1_000_000).toFixed(1),
        percent(share),
        percent(sentBefore),
        breakpoints[0] === breakpoints[1] ? String(breakpoints[0]) : breakpoints.join("–"),
        String(declared.length),
        String(undeclared.length),
      ]),
    ]);
    report.print(
      "Bodies as they were sent, but for cache breakpoints and output limits, which are no part of what vendors cache. What is marked to be cached recurs in the next request, byte for byte.",
    );
    for (const { wire, problems, share } of proofs) {
      for (const problem of problems.slice(0, 5)) report.fail(`${wire}: ${problem}`);
      if (problems.length === 0 && share !== 1)
        report.fail(`${wire}: only ${percent(share)} is kept by the next.`);
    }
  },
});
