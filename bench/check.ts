import { readFileSync, writeFileSync } from "node:fs";
import { growthOf, growthRows, mostGrowth } from "./gate/growth.ts";
import { gateRows, ratioOf } from "./gate/rows.ts";

// node bench/check.ts [--write]: fails when Skein needs over a quarter more processor time than `baseline.json` says, both
// by a bare program that was measured in turn with it, and when the time of a work grows faster than its size. What fails
// is measured once more.
const file = new URL("baseline.json", import.meta.url);
const most = 1.25;

if (process.argv.includes("--write")) {
  const ratios: Record<string, number> = {};
  for (const row of gateRows) ratios[row.what] = Number((await ratioOf(row)).toFixed(2));
  writeFileSync(file, `${JSON.stringify(ratios, undefined, 2)}\n`);
} else {
  const committed = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, number>>;
  let failed = 0;
  for (const row of gateRows) {
    const base = committed[row.what];
    if (base === undefined)
      throw new Error(`baseline.json has no "${row.what}": node bench/check.ts --write`);
    const isGood = (ratio: number): boolean => ratio <= base * most;
    const first = await ratioOf(row);
    const ratio = isGood(first) ? first : Math.min(first, await ratioOf(row));
    const verdict = isGood(ratio) ? "passed" : "FAILED";
    console.log(
      `${verdict}  ${row.what}: ${ratio.toFixed(2)} times a bare program, committed ${base.toFixed(2)}`,
    );
    if (!isGood(ratio)) failed += 1;
  }
  for (const row of growthRows) {
    const first = await growthOf(row);
    const growth = first <= mostGrowth ? first : Math.min(first, await growthOf(row));
    const isGood = growth <= mostGrowth;
    console.log(
      `${isGood ? "passed" : "FAILED"}  ${row.what}: ${growth.toFixed(1)} times the time for four times the size, at most ${mostGrowth}`,
    );
    if (!isGood) failed += 1;
  }
  console.log(`\n${gateRows.length + growthRows.length - failed} passed, ${failed} failed, 0 skipped`);
  process.exitCode = failed > 0 ? 1 : 0;
}
