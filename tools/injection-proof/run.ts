import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { allInjections } from "./injections.ts";
import { modes, pageOf, type Row } from "./page.ts";
import { tryInjection, type Tried } from "./try-injection.ts";

// node tools/injection-proof/run.ts [--write FILE] [WORD…]: what stops each injection in each permission mode. Words
// choose channels and orders.
const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: "string" } } });
const wanted = allInjections().filter(({ channel, order }) =>
  positionals.every((word) => `${channel} ${order}`.includes(word)),
);
const rows: Row[] = [];
for (const injection of wanted) {
  process.stderr.write(`${injection.channel}: ${injection.order} …\n`);
  const tried: Tried[] = [];
  for (const mode of modes) tried.push(await tryInjection(injection, mode));
  rows.push({ injection, tried });
}
const page = pageOf(rows);
if (values.write === undefined) process.stdout.write(page);
else writeFileSync(values.write, page);
