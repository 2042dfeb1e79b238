#!/usr/bin/env node
// The one entry to every task. Plain JavaScript without dependencies: the Node that starts it may be as old as 18.
import { at, callerDirectory, env, node } from "./environment.mjs";
import { SetupError, setUp } from "./setup.mjs";
import { spawnAndWait } from "./spawn.mjs";

const [name, ...rest] = process.argv.slice(2);
const run = (command, args, cwd = at()) => spawnAndWait(command, args, { cwd, env });
const skein = (args) => run(node, [at("apps", "cli", "bin", "skein.cjs"), ...args], callerDirectory);

/** Runs commands one after the other until one fails. */
async function inTurn(...commands) {
  for (const [command, ...args] of commands) {
    const exitCode = await run(command, args);
    if (exitCode !== 0) return exitCode;
  }
  return 0;
}

const all = ["tools", "install", "launcher", "bundle"];
const tasks = {
  setup: { needs: all, run: () => 0 },
  start: { needs: all, run: () => skein(["demo", ...rest]) },
  skein: { needs: all, run: () => skein(rest) },
  test: { needs: all, run: () => run(node, ["tools/checks/run.ts", ...rest]) },
  "test:e2e": { needs: all, run: () => run(node, ["tools/checks/run.ts", "--e2e", ...rest]) },
  dev: { needs: all, run: () => run("vitest", ["watch", "--changed", ...rest]) },
  "test:tools": { needs: all, run: () => run(node, ["tools/checks/test-package.ts"]) },
  lint: { needs: ["tools", "install"], run: () => run("oxlint", ["--type-check", ...rest]) },
  typecheck: { needs: ["tools", "install"], run: () => run("tsc", ["-b", ...rest]) },
  structure: { needs: ["tools", "install"], run: () => run(node, ["tools/structure/check.ts"]) },
  prose: { needs: ["tools", "install"], run: () => run(node, ["tools/prose/check.ts", ...rest]) },
  "unused-code": { needs: ["tools", "install"], run: () => run("knip", rest) },
  "format:check": { needs: ["tools", "install"], run: () => run("oxfmt", ["--check"]) },
  check: {
    needs: ["tools", "install"],
    run: () => run(node, ["tools/checks/run.ts", "--no-tests", ...rest]),
  },
  "check:published": { needs: all, run: () => run(node, ["tools/packages/check.ts"]) },
  "release:pack": { needs: all, run: () => run(node, ["tools/packages/release.ts", ...rest]) },
  "release:rehearse": { needs: all, run: () => run(node, ["tools/packages/rehearse.ts"]) },
  "new-provider": {
    needs: ["tools", "install"],
    run: () => run(node, ["tools/new-provider/run.ts", ...rest]),
  },
  bench: { needs: all, run: () => run(node, ["bench/run.ts", ...rest]) },
  "bench:trial": { needs: all, run: () => run(node, ["bench/work-trial/run.ts", ...rest]) },
  "bench:check": { needs: all, run: () => run(node, ["bench/check.ts", ...rest]) },
  "bench:compare": { needs: all, run: () => run(node, ["tools/bench-compare/run.ts", ...rest]) },
  "chaos:kill": {
    needs: ["tools", "install", "launcher"],
    run: () => run(node, ["tools/chaos/run.ts", ...rest]),
  },
  "chaos:cluster": { needs: all, run: () => run(node, ["tools/cluster-chaos/run.ts", ...rest]) },
  "chaos:schedules": {
    needs: ["tools", "install"],
    run: () => run(node, ["tools/schedules-chaos/run.ts", ...rest]),
  },
  "proof:replay": { needs: ["tools", "install"], run: () => run(node, ["tools/proof/run.ts", ...rest]) },
  "proof:context": {
    needs: ["tools", "install"],
    run: () => run(node, ["tools/context-proof/run.ts", ...rest]),
  },
  conformance: { needs: ["tools", "install"], run: () => run(node, ["tools/conformance/run.ts", ...rest]) },
  "conformance:mcp": {
    needs: all,
    run: () => run(node, ["tools/mcp-conformance/run.ts", ...rest]),
  },
  "acp:conformance": { needs: all, run: () => run(node, ["tools/acp-conformance/run.ts", ...rest]) },
  "attack:server": {
    needs: ["tools", "install"],
    run: () => run(node, ["tools/attack-server/run.ts", ...rest]),
  },
  "web:show": { needs: all, run: () => run(node, ["tools/web-show/run.ts", ...rest]) },
  "show:mcp": { needs: all, run: () => run(node, ["tools/show-mcp/run.ts"]) },
  "proof:pairs": { needs: ["tools", "install"], run: () => run(node, ["tools/pairs/run.ts", ...rest]) },
  "chaos:mcp": { needs: ["tools", "install"], run: () => run(node, ["tools/torture/chaos-mcp.ts", ...rest]) },
  "proof:torture": { needs: ["tools", "install"], run: () => run(node, ["tools/torture/run.ts", ...rest]) },
  "proof:budget": {
    needs: ["tools", "install"],
    run: () => run(node, ["tools/budget-proof/run.ts", ...rest]),
  },
  "proof:permissions": {
    needs: ["tools", "install"],
    run: () => run(node, ["tools/permissions-proof/run.ts", ...rest]),
  },
  "proof:edits": {
    needs: ["tools", "install"],
    run: () => run(node, ["tools/edits-proof/run.ts", ...rest]),
  },
  "proof:sandbox": {
    needs: ["tools", "install"],
    run: () => run(node, ["tools/sandbox-proof/run.ts", ...rest]),
  },
  "torture:shell": {
    needs: ["tools", "install"],
    run: () => run(node, ["tools/shell-torture/run.ts", ...rest]),
  },
  "proof:undo": { needs: ["tools", "install"], run: () => run(node, ["tools/undo-proof/run.ts", ...rest]) },
  "proof:injections": {
    needs: ["tools", "install"],
    run: () => run(node, ["tools/injection-proof/run.ts", ...rest]),
  },
  "proof:prefix": {
    needs: ["tools", "install"],
    run: () => run(node, ["tools/prefix-proof/run.ts", ...rest]),
  },
  fuzz: { needs: all, run: () => run(node, ["tools/fuzz/run.ts", ...rest]) },
  "docs:api": { needs: ["tools", "install"], run: () => run(node, ["tools/docs/run.ts", ...rest]) },
  mutate: { needs: ["tools", "install"], run: () => run(node, ["tools/mutate/run.ts", ...rest]) },
  build: { needs: all, run: () => run("turbo", ["run", "build", ...rest]) },
  "build:binary": { needs: all, run: () => run(node, ["tools/binary/run.ts", ...rest]) },
  format: {
    needs: ["tools", "install"],
    run: () => inTurn([node, "tools/structure/check.ts", "--write"], ["oxfmt", ...rest]),
  },
  // pnpm must also work while the lockfile is out of date: it repairs the lockfile.
  x: {
    needs: rest[0] === "pnpm" ? ["tools"] : ["tools", "install"],
    run: () => run(rest[0], rest.slice(1), callerDirectory),
  },
};

function usage() {
  console.error(`Say which task to run: ${Object.keys(tasks).join(", ")}. For example: npm run setup`);
  return 2;
}

async function main() {
  const task = Object.hasOwn(tasks, name ?? "") ? tasks[name] : undefined;
  if (task === undefined || (name === "x" && rest.length === 0)) return usage();
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
