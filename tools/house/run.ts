import { parseArgs } from "node:util";
import { tableOf } from "../campaigns/runner/table-of.ts";
import { readWorkspace } from "../structure/workspace.ts";
import { arrowFigures } from "./arrows.ts";
import { codeFigures } from "./code.ts";
import { commentFigures } from "./comments.ts";
import { sizeFigures } from "./size.ts";
import { surfaceFigures } from "./surface.ts";

const help = `npm run x -- house [--show TEXT] [ROOT]

Measures how the repository is built, beside what the plan allows.

  --show TEXT  list the places of the figures whose name contains it
  --help       print this text`;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: "string" }, help: { type: "boolean", default: false } },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const workspace = readWorkspace(positionals[0] ?? process.cwd());
const figures = [sizeFigures, surfaceFigures, codeFigures, arrowFigures, commentFigures].flatMap((measure) =>
  measure(workspace),
);
const rows = figures.map(({ name, value, limit, atLeast }) => {
  const isKept = limit === undefined || (atLeast ? value >= limit : value <= limit);
  const wanted = limit === undefined ? "" : `${atLeast ? "≥" : "≤"} ${limit}`;
  return [name, String(value), wanted, isKept ? "" : "not yet"];
});
console.log(tableOf([["figure", "now", "plan", ""], ...rows]));
const shown = figures.filter(({ name }) => values.show !== undefined && name.includes(values.show));
for (const { name, places } of shown) {
  console.log(`\n${name}:`);
  for (const { file, line, what } of places) console.log(`  ${file}:${line}: ${what}`);
}
if (values.show !== undefined && shown.length === 0) {
  console.error(`--show ${values.show}: no figure has this in its name.`);
  process.exitCode = 2;
}
