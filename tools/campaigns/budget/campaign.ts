import fc from "fast-check";
import { defineCampaign } from "../runner/campaign.ts";
import { count, seed } from "../runner/option.ts";
import { wireNames } from "../wires/wire-names.ts";
import { wires } from "../wires/wires.ts";
import { casesOf } from "./cases.ts";
import { holdCase } from "./hold-case.ts";

export const campaign = defineCampaign({
  details: "Some crash in between. Fails if a limit is passed, or if more is billed than charged.",
  options: {
    wires: wireNames,
    runs: count({ about: "Runs on each wire", default: 200 }),
    seed: seed(),
  },
  async run({ wires: chosen, runs, seed: own }, report) {
    const rows: string[][] = [];
    let passed = 0;
    for (const wire of wires.filter(({ name }) => chosen.includes(name))) {
      report.progress(`${wire.name} …`);
      const sum = { requests: 0, billed: 0, charged: 0, crashes: 0, broken: 0 };
      const cases = fc.sample(casesOf(wire.name), { numRuns: runs, seed: own });
      for (const [at, held] of cases.entries()) {
        await report.pause();
        const { billed, spent, hasCrashed, broken } = await holdCase(wire, held);
        sum.requests += billed.requests;
        sum.billed += billed.usd;
        sum.charged += spent.spentUsd ?? 0;
        if (hasCrashed) sum.crashes++;
        if (broken.length === 0) continue;
        sum.broken++;
        report.fail(`${wire.name}, run ${at}, ${JSON.stringify(held)}: ${broken.join(" ")}`);
      }
      passed += sum.broken;
      rows.push([
        wire.name,
        String(cases.length),
        String(sum.requests),
        String(sum.crashes),
        `$${sum.billed.toFixed(4)}`,
        `$${sum.charged.toFixed(4)}`,
        String(sum.broken),
      ]);
    }
    report.table([["wire", "runs", "requests", "crashes", "billed", "charged", "limit passed"], ...rows]);
    report.print(`seed ${own}; limit passed or charged too little: ${passed}`);
  },
});
