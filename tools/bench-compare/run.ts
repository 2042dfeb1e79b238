import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runCases } from "./bench-run.ts";
import { checkOut } from "./check-out.ts";
import { comparisonTable } from "./comparison.ts";
import type { Measured } from "./measured.ts";

// node tools/bench-compare/run.ts BASE [CASE…] [--rounds N]: the benchmarks of another revision and of this checkout,
// in turn, so that both meet the same load. Prints medians, spreads and ratios, and judges nothing.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "3" } },
});
const [base, ...cases] = positionals;
const rounds = Number(values.rounds);

if (base === undefined || !Number.isInteger(rounds) || rounds < 1) {
  console.error("usage: npm run x -- bench:compare BASE [CASE…] [--rounds N], where BASE is a git revision");
  process.exitCode = 2;
} else {
  const here = fileURLToPath(new URL("../..", import.meta.url));
  await using other = await checkOut(base, here);
  for (const [signal, exitCode] of [["SIGINT", 130] as const, ["SIGTERM", 143] as const])
    process.once(
      signal,
      () => void Promise.resolve(other[Symbol.asyncDispose]()).finally(() => process.exit(exitCode)),
    );
  const measured: { readonly base: Measured[]; readonly here: Measured[] } = { base: [], here: [] };
  for (let round = 0; round < rounds; round++) {
    for (const one of cases.length > 0 ? cases : [undefined]) {
      console.error(`round ${round + 1} of ${rounds}: ${one ?? "all cases"}`);
      const inTurn = [
        async () => measured.base.push(await runCases(other.root, one)),
        async () => measured.here.push(await runCases(here, one)),
      ];
      // The first of two may have a colder cache: they change places.
      for (const measure of round % 2 === 0 ? inTurn : inTurn.toReversed()) await measure();
    }
  }
  console.log(comparisonTable(measured, base));
}
