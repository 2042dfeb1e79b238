import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { outsidePath } from "../../packages/test-kit/src/index.ts";
import { killNamed, redWithout } from "./kill-named.ts";
import { mutatePackage } from "./mutate-package.ts";
import { namedMutants } from "./named-mutants.ts";
import { namedTable, scoreTable, survivorLines } from "./report.ts";
import { chooseScopes, publishedSeed, publishedSize, quickSize, scopes } from "./scope.ts";
import { leastPercent, type PackageScore, percentOf, scoreOf } from "./score.ts";
import { scratchCopy } from "./scratch-copy.ts";

const help = `npm run mutate -- [PACKAGE|FILE…] [--quick | --size N | --all] [--seed N] [--named] [--out FILE]

Changes the sources in one place after the other, in a copy, and checks that the package's tests notice.
Without flags: the published sample of ${publishedSize} mutants, the same at each commit.

  PACKAGE|FILE  Only these: ${scopes.map(({ name }) => name).join(", ")}, or files of their sources
  --quick       The part of the published sample that CI runs
  --size N      Number of mutants per package (default: the package's share of ${publishedSize})
  --all         Every mutant
  --seed N      Draw another sample (default: ${publishedSeed})
  --named       Plant the mutants of tools/mutate/named-mutants.ts instead: each must turn a test red
  --out FILE    Write the result as JSON, too

Exits with 1 if a package scores below ${leastPercent} %, a named mutant survives, or a named mutant no longer applies.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    size: { type: "string" },
    seed: { type: "string", default: String(publishedSeed) },
    named: { type: "boolean", default: false },
    out: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
});
const seed = numberOf("--seed", values.seed);
const size = values.size === undefined ? undefined : numberOf("--size", values.size);
const root = resolve(import.meta.dirname, "../..");
// In the copy, "next to the repository" is another folder.
process.env["SKEIN_FIXTURES"] = outsidePath("");

if (values.help) console.log(help);
else {
  const copy = await scratchCopy(root);
  for (const [signal, exitCode] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)
    process.once(signal, () => void copy.remove().finally(() => process.exit(exitCode)));
  try {
    process.exitCode = (await (values.named ? tryNamed(copy.folder) : tryPackages(copy.folder))) ? 0 : 1;
  } finally {
    await copy.remove();
  }
}

async function tryNamed(folder: string): Promise<boolean> {
  const chosen = namedMutants.filter(
    ({ file }) => positionals.length === 0 || positionals.some((word) => file.includes(word)),
  );
  const red = await redWithout(chosen, folder);
  if (red !== undefined) throw new Error(`Without any mutant a test fails: ${red}`);
  const results = [];
  for (const mutant of chosen) {
    const result = await killNamed(mutant, folder);
    results.push(result);
    console.error(`${result.verdict}: ${mutant.name}`);
  }
  writeResult({ named: results });
  console.log(namedTable(results));
  return results.every(({ verdict }) => verdict === "killed");
}

async function tryPackages(folder: string): Promise<boolean> {
  const scores: PackageScore[] = [];
  for (const scope of chooseScopes(positionals, root).filter(({ isQuick }) => isQuick || !values.quick)) {
    const started = performance.now();
    const report = await mutatePackage(scope, { folder, seed, size: sizeOf(scope.share) });
    const score = scoreOf(scope.name, report);
    scores.push(score);
    console.error(
      `${scope.name}: ${score.killed} of ${score.tried} killed, ${Math.round((performance.now() - started) / 1000)} s`,
    );
    for (const line of survivorLines([score])) console.log(line);
  }
  writeResult({ seed, packages: scores });
  console.log(scoreTable(scores));
  const low = scores.filter((score) => percentOf([score]) < leastPercent);
  for (const { name } of low)
    console.log(`${name} scores below ${leastPercent} %. Add tests for its survivors above.`);
  const total = scores.reduce((sum, { tried }) => sum + tried, 0);
  console.log(`${total - low.length} passed, ${low.length} failed, 0 skipped`);
  return low.length === 0;
}

function sizeOf(share: number): number | undefined {
  if (values.all) return undefined;
  return size ?? (values.quick ? quickSize : share);
}

function numberOf(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  console.error(`Invalid value for ${option}: "${text}". Use a whole number.`);
  process.exit(2);
}

function writeResult(result: object): void {
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(result, null, 2)}\n`);
}
