import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { outsidePath } from "../../packages/test-kit/src/index.ts";
import { explanations } from "./explained.ts";
import { killNamed, redWithout } from "./kill-named.ts";
import { mutatePackage } from "./mutate-package.ts";
import { namedMutants } from "./named-mutants.ts";
import { namedTable, scoreTable, survivorLines } from "./report.ts";
import { chooseScopes, scopes } from "./scope.ts";
import { type PackageScore, scoreOf, staleExplanations } from "./score.ts";
import { scratchCopy } from "./scratch-copy.ts";

const help = `npm run mutate -- [PACKAGE|FILE…] [--all] [--size N] [--seed N] [--named] [--out FILE]

Changes the sources in one place after the other, in a copy, and sees whether the package's tests notice.

  PACKAGE|FILE  only these: ${scopes.map(({ name }) => name).join(", ")}, or files of their sources
  --all         every mutant; without it, a sample of each package
  --size N      how many mutants the sample of a package has (default: 40)
  --seed N      the same sample again (default: another one each time; it is printed)
  --named       the mutants of tools/mutate/named-mutants.ts instead: each must turn a test red
  --out FILE    the result as JSON, too

Exit code 1: a named mutant survived or no longer applies, or an explanation in tools/mutate/explained.ts is out of date.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    size: { type: "string", default: "40" },
    seed: { type: "string" },
    named: { type: "boolean", default: false },
    out: { type: "string" },
    help: { type: "boolean", short: "h", default: false },
  },
});
const size = values.all ? undefined : countOf("--size", values.size);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1e6) : countOf("--seed", values.seed);
const root = resolve(import.meta.dirname, "../..");
// The copy stands elsewhere, where "next to the repository" is another place.
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
  for (const scope of chooseScopes(positionals, root)) {
    const started = performance.now();
    const report = await mutatePackage(scope, { folder, seed, size });
    const score = scoreOf(scope.name, report, explanations);
    scores.push(score);
    console.error(
      `${scope.name}: ${score.killed} of ${score.tried} killed, ${Math.round((performance.now() - started) / 1000)} s`,
    );
  }
  const stale = staleExplanations(explanations, (file) => {
    const path = join(root, file);
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  });
  const outdated = [...stale, ...scores.flatMap((score) => score.outdated)];
  writeResult({ seed, size: size ?? "all", packages: scores, outdated });
  for (const line of survivorLines(scores)) console.log(line);
  console.log(scoreTable(scores));
  for (const { file, line } of outdated)
    console.log(`Out of date in tools/mutate/explained.ts, remove or fix it: ${file}: ${line}`);
  const again =
    size === undefined ? "all mutants" : `a sample, with --seed ${seed} --size ${size} the same again`;
  console.log(again);
  return outdated.length === 0;
}

function countOf(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  console.error(`${option}: expected a whole number, not "${text}".`);
  process.exit(2);
}

function writeResult(result: object): void {
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(result, null, 2)}\n`);
}
