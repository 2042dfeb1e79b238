import { parseArgs } from "node:util";
import fc from "fast-check";
import { tableOf } from "../pairs/table.ts";
import { wires } from "../pairs/wires.ts";
import { casesOf } from "./cases.ts";
import { holdCase } from "./hold-case.ts";

// node tools/budget-proof/run.ts [--runs N] [--seed N] [WIRE…]: agents on a budget against servers that leave out
// counters, ignore limits, fail and break off, with crashes in between. Ends with 1 when a limit was passed, or more was
// billed than charged.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const wanted = wires.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
);
const seed = Number(values.seed);
const rows: string[][] = [];
let passed = 0;
for (const wire of wanted) {
  process.stderr.write(`${wire.name} …\n`);
  const sum = { requests: 0, billed: 0, charged: 0, crashes: 0, broken: 0 };
  const cases = fc.sample(casesOf(wire.name), { numRuns: Number(values.runs), seed });
  for (const [at, held] of cases.entries()) {
    const { billed, spent, hasCrashed, broken } = await holdCase(wire, held);
    sum.requests += billed.requests;
    sum.billed += billed.usd;
    sum.charged += spent.spentUsd ?? 0;
    if (hasCrashed) sum.crashes++;
    if (broken.length === 0) continue;
    sum.broken++;
    console.log(`${wire.name}, run ${at}, ${JSON.stringify(held)}: ${broken.join(" ")}`);
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
console.log(tableOf([["wire", "runs", "requests", "crashes", "billed", "charged", "limit passed"], ...rows]));
console.log(`seed ${seed}; limit passed or charged too little: ${passed}`);
// Agents that were "killed" are left as they were, and their timers would keep this process.
process.stdout.write("", () => process.exit(passed === 0 ? 0 : 1));
