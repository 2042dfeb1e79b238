import { parseArgs } from "node:util";
import { tableOf } from "../pairs/table.ts";
import { wires } from "../pairs/wires.ts";
import { prove, type Proof } from "./prove.ts";

// node tools/prefix-proof/run.ts [--turns N] [WIRE…]: a session of 200 requests on each wire; how much of each request
// is the beginning of the next one, so that vendors' caches can help. 0: all of it, but for declared breaks.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { turns: { type: "string", default: "200" } },
});
const wanted = wires.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
);
const proofs: Proof[] = [];
for (const wire of wanted) {
  process.stderr.write(`${wire.name} …\n`);
  proofs.push(await prove(wire, Number(values.turns)));
}
const percent = (share: number) => `${(share * 100).toFixed(3)} %`;
console.log(
  tableOf([
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
  ]),
);
for (const { wire, problems } of proofs)
  for (const problem of problems.slice(0, 5)) console.log(`${wire}: ${problem}`);
console.log(
  "Bodies as they were sent, but for cache breakpoints and output limits, which are no part of what vendors cache. What is marked to be cached recurs in the next request, byte for byte.",
);
process.exitCode = proofs.every(({ problems, share }) => problems.length === 0 && share === 1) ? 0 : 1;
