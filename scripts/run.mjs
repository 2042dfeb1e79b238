#!/usr/bin/env node
// The one entry to every task. Plain JavaScript without dependencies: the Node that starts it may be as old as 18.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at, callerDirectory, env, node } from "./environment.mjs";
import { SetupError, setUp } from "./setup.mjs";
import { spawnAndWait } from "./spawn.mjs";

const [name, ...rest] = process.argv.slice(2);
const run = (command, args, cwd = at()) => spawnAndWait(command, args, { cwd, env });
const skein = (args, more = {}) =>
  spawnAndWait(node, [at("apps", "cli", "bin", "skein.cjs"), ...args], {
    cwd: callerDirectory,
    env: { ...env, ...more },
  });

async function inEmptyHome(args) {
  const home = mkdtempSync(join(tmpdir(), "skein-catalog-"));
  try {
    return await skein(args, { SKEIN_HOME: home });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Runs commands one after the other until one fails. */
async function inTurn(...commands) {
  for (const [command, ...args] of commands) {
    const exitCode = await run(command, args);
    if (exitCode !== 0) return exitCode;
  }
  return 0;
}

const all = ["tools", "install", "launcher", "bundle"];
const installed = ["tools", "install"];
// Turbo runs a script of the root without arguments: then it is the part of it whose result turbo keeps.
const isInTurbo = process.env.TURBO_HASH !== undefined;
const tasks = {
  setup: { needs: all, run: () => 0 },
  start: { needs: all, run: () => skein(["demo", ...rest]) },
  skein: { needs: all, run: () => skein(rest) },
  test: {
    needs: all,
    run: () => run(node, [isInTurbo ? "tools/checks/test-package.ts" : "tools/checks/run.ts", ...rest]),
  },
  "test:e2e": { needs: all, run: () => run(node, ["tools/checks/run.ts", "--e2e", ...rest]) },
  dev: { needs: all, run: () => run("vitest", ["watch", "--changed", ...rest]) },
  lint: { needs: installed, run: () => run("oxlint", ["--type-check", ...rest]) },
  typecheck: { needs: installed, run: () => run("tsc", ["-b", ...rest]) },
  structure: { needs: installed, run: () => run(node, ["tools/structure/check.ts"]) },
  prose: { needs: installed, run: () => run(node, ["tools/prose/check.ts", ...rest]) },
  "unused-code": { needs: installed, run: () => run("knip", rest) },
  check: { needs: installed, run: () => run(node, ["tools/checks/run.ts", "--no-tests", ...rest]) },
  "check:published": { needs: all, run: () => run(node, ["tools/packages/check.ts"]) },
  "new-provider": { needs: installed, run: () => run(node, ["tools/new-provider/run.ts", ...rest]) },
  "bench:check": { needs: all, run: () => run(node, ["bench/check.ts", ...rest]) },
  fuzz: { needs: all, run: () => run(node, ["tools/fuzz/run.ts", ...rest]) },
  mutate: { needs: installed, run: () => run(node, ["tools/mutate/run.ts", ...rest]) },
  build: { needs: all, run: () => run("turbo", ["run", "build", ...rest]) },
  format: {
    needs: installed,
    run: () =>
      isInTurbo
        ? run("oxfmt", ["--check"])
        : inTurn(
            [node, "tools/structure/check.ts", "--write"],
            [node, "tools/docs/write-settings.ts"],
            [node, "tools/docs/write-providers.ts"],
            ["oxfmt", ...rest],
          ),
  },
};

/** Tasks under `npm run x`, and what each is for. */
const further = {
  proof: {
    about:
      "tries what Skein promises: crashes, attacks, budgets, conformance and more; lists them without a name",
    needs: all,
    run: (args) => run(node, ["tools/campaigns/run.ts", ...args]),
  },
  house: {
    about: "measures how the repository is built, beside what the plan allows",
    needs: installed,
    run: (args) => run(node, ["tools/house/run.ts", ...args]),
  },
  api: {
    about: "writes what each package exports to its api.txt, which CI compares",
    needs: installed,
    run: () => run(node, ["tools/api/run.ts"]),
  },
  // A folder of its own: what the user has fetched counts for nothing.
  catalog: {
    about: "says what a public list of models has otherwise than Skein, before a release",
    needs: all,
    run: (args) => inEmptyHome(["provider", "refresh", "--dry-run", ...args]),
  },
  "format:check": {
    about: "says which files are not formatted",
    needs: installed,
    run: (args) => run("oxfmt", ["--check", ...args]),
  },
  bench: {
    about: "measures ratios against floors",
    needs: all,
    run: (args) => run(node, ["bench/run.ts", ...args]),
  },
  "bench:compare": {
    about: "compares this commit with another one",
    needs: all,
    run: (args) => run(node, ["tools/bench-compare/run.ts", ...args]),
  },
  "bench:trial": {
    about: "makes the same calls with the tools of two revisions",
    needs: all,
    run: (args) => run(node, ["bench/work-trial/run.ts", ...args]),
  },
  "docs:api": {
    about: "writes the API reference",
    needs: installed,
    run: (args) => run(node, ["tools/docs/run.ts", ...args]),
  },
  "build:binary": {
    about: "makes a single executable",
    needs: all,
    run: (args) => run(node, ["tools/binary/run.ts", ...args]),
  },
  audit: {
    about: "asks the registry which installed packages are known to be vulnerable",
    needs: installed,
    run: (args) => run(node, ["tools/audit/run.ts", ...args]),
  },
  "release:pack": {
    about: "builds and packs every package, and says what each consists of",
    needs: all,
    run: (args) => run(node, ["tools/packages/release.ts", ...args]),
  },
  "release:rehearse": {
    about: "publishes everything to a registry on this machine, and uses it",
    needs: all,
    run: () => run(node, ["tools/packages/rehearse.ts"]),
  },
};

/** A further task, or a program from the project's PATH. */
function underX([command, ...args]) {
  if (Object.hasOwn(further, command)) return { ...further[command], run: () => further[command].run(args) };
  return {
    // pnpm must also work while the lockfile is out of date: it repairs the lockfile.
    needs: command === "pnpm" ? ["tools"] : installed,
    run: () => run(command, args, callerDirectory),
  };
}

function listFurther() {
  const width = Math.max(...Object.keys(further).map(({ length }) => length));
  console.log("npm run x -- TASK [arguments]\n");
  for (const [task, { about }] of Object.entries(further)) console.log(`  ${task.padEnd(width)}  ${about}`);
  console.log("\nAny other word runs a program of the project: npm run x -- vitest run packages/agent");
  return 0;
}

function usage() {
  const names = [...Object.keys(tasks), "x"].join(", ");
  console.error(`Say which task to run: ${names}. For example: npm run setup`);
  return 2;
}

async function main() {
  if (name === "x" && rest.length === 0) return listFurther();
  const task = name === "x" ? underX(rest) : Object.hasOwn(tasks, name ?? "") ? tasks[name] : undefined;
  if (task === undefined) return usage();
  const started = Date.now();
  const changed = await setUp(task.needs);
  if (name === "setup") {
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(changed ? `Everything is set up (${seconds} s).` : "Everything is set up.");
  }
  return task.run();
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}
