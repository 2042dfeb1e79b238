import { parseArgs } from "node:util";
import { developer } from "../../packages/extensions-builtin/src/developer/index.ts";
import { temporaryFolder } from "../../packages/test-kit/src/index.ts";
import { tableOf } from "../pairs/table.ts";
import { casesOf } from "./cases.ts";
import { runLongLine } from "./long-line.ts";
import { runCase, type Result } from "./run-case.ts";

// node tools/edits-proof/run.ts [--seed N] [--show KIND]: 200 edits and writes of files of all kinds. Each is done as
// asked, byte for byte, or refused in words from which the next call does it. Ends with 1 when one is neither.
const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, show: { type: "string" } },
});
const results: readonly Result[] = ["at once", "one turn later", "not recovered", "wrong bytes"];
const counts = new Map<string, Map<Result, number>>();
await using folder = await temporaryFolder();
const extension = developer();

const note = (kind: string, result: Result): void => {
  const row = counts.get(kind) ?? new Map<Result, number>();
  counts.set(kind, row.set(result, (row.get(result) ?? 0) + 1));
};
for (const one of casesOf(Number(values.seed))) {
  const { result, said } = await runCase(extension, folder.path, one);
  note(one.kind, result);
  const isBad = result === "not recovered" || result === "wrong bytes";
  if (isBad || one.kind === values.show) console.log(`--- ${one.kind}: ${result}\n${said.join("\n\n")}\n`);
}
note("a line of 500 MB", (await runLongLine(extension, folder.path)).result);

const sum = (result: Result) => [...counts.values()].reduce((all, row) => all + (row.get(result) ?? 0), 0);
const total = results.reduce((all, result) => all + sum(result), 0);
const rows = [...counts].map(([kind, row]) => [
  kind,
  ...results.map((result) => String(row.get(result) ?? 0)),
]);
console.log(
  tableOf([["case", ...results], ...rows, [`all ${total}`, ...results.map((result) => String(sum(result)))]]),
);
await extension.close();
process.exitCode = sum("not recovered") + sum("wrong bytes") === 0 ? 0 : 1;
