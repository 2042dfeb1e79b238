import { prove, type Proof } from "./prove.ts";
import { wires } from "./wires.ts";

// node tools/proof/run.ts [WIRE…]: records a session on each wire and replays it without network, key and tools.
// 0: every request came out byte for byte, and a changed byte was noticed.
const wanted = process.argv.slice(2);
const proofs: Proof[] = [];
for (const wire of wanted.length > 0 ? wanted : Object.keys(wires)) {
  process.stderr.write(`${wire} …\n`);
  proofs.push(await prove(wire));
}

const table = [
  ["wire", "requests", "equal", "differences", "bodies", "equal bodies"],
  ...proofs.map(({ wire, requests, equal, differences, bodies, equalBodies }) =>
    [wire, requests, equal, differences, bodies, equalBodies].map(String),
  ),
];
const widths = table[0]!.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
for (const line of table)
  console.log(
    line
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join("  ")
      .trimEnd(),
  );

for (const { wire, reached, isolation, changed, problems } of proofs) {
  console.log(`\n${wire} (${isolation})`);
  console.log(`  network before the sockets were blocked: ${reached.before}`);
  console.log(`  and after: ${reached.after}`);
  console.log(
    `  one byte of the system prompt changed, exit code ${changed.exitCode}:\n    ${changed.difference}`,
  );
  for (const problem of problems) console.log(`  PROBLEM: ${problem}`);
}
process.exitCode = proofs.every(({ problems }) => problems.length === 0) ? 0 : 1;
