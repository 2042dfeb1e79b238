import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runStep } from "../checks/run-step.ts";

// node tools/fuzz/run.ts [--times N] [--seed N] [PATH…]: the property tests, each property N times as often as in `npm test`
// (10), from a random seed. PATHs are beginnings of the paths of test files.
const { values, positionals } = parseArgs({
  options: { times: { type: "string", default: "10" }, seed: { type: "string" } },
  allowPositionals: true,
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
const problem = wrongNumber();

if (problem === undefined) process.exitCode = await fuzz();
else {
  console.error(problem);
  process.exitCode = 2;
}

function wrongNumber(): string | undefined {
  if (!/^[1-9]\d{0,3}$/.test(values.times))
    return `--times ${values.times}: expected a number from 1 to 9999.`;
  return /^-?\d{1,10}$/.test(seed) ? undefined : `--seed ${seed}: expected an integer.`;
}

async function fuzz(): Promise<number> {
  const files = globSync("{packages,apps,examples,tools}/*/test/**/*.test.ts")
    .filter((path) => !path.endsWith(".e2e.test.ts") && readFileSync(path, "utf8").includes("checkProperty("))
    .filter(
      (path) => positionals.length === 0 || positionals.some((beginning) => path.startsWith(beginning)),
    );
  if (files.length === 0) {
    console.error(`No property tests begin with ${positionals.join(", ")}.`);
    return 2;
  }
  Object.assign(process.env, {
    SKEIN_FUZZ_TIMES: values.times,
    SKEIN_FUZZ_SEED: seed,
    SKEIN_TEST_BUNDLE: "1",
  });
  console.log(`${files.length} files, each property ${values.times} times as often, seed ${seed}`);
  const command = ["vitest", "run", "--config", "vitest.fuzz.config.ts", ...files];
  const { ok } = await runStep({ name: "fuzz", commands: [command] }, true);
  const again = ["--times", values.times, "--seed", seed, ...positionals].join(" ");
  console.log(`${ok ? "No property failed" : "A property failed"}. The same again: npm run fuzz -- ${again}`);
  return ok ? 0 : 1;
}
