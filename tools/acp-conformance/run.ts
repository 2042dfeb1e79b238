import { runRows } from "./conformance.ts";
import { rows } from "./rows.ts";

// node tools/acp-conformance/run.ts [WORD…]: what an agent of the Agent Client Protocol must do, against the bundled
// command, over its standard input and output; every message is checked against the protocol's JSON Schema. Each row is run
// again with a bug in what the agent says, which it has to find. WORDs choose rows by parts of their names.
const words = process.argv.slice(2);
const wanted = rows.filter(({ name }) => words.every((word) => name.includes(word)));
if (wanted.length === 0) {
  console.error("No row has such a name.");
  process.exit(2);
}
const results = await runRows(wanted, ({ row, problems, findsBug }) => {
  console.log(
    `${problems.length === 0 ? "passed" : "FAILED"}  ${findsBug ? "finds its bug" : "MISSES ITS BUG"}  ${row.name}`,
  );
  for (const problem of problems) console.log(`          ${problem}`);
});
const passed = results.filter(({ problems }) => problems.length === 0).length;
const found = results.filter(({ findsBug }) => findsBug).length;
console.log(`\n${passed} of ${results.length} rows passed; ${found} of ${results.length} bugs were found.`);
process.exitCode = passed === results.length && found === results.length ? 0 : 1;
