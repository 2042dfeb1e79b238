// Set-up in four steps, each skipped when nothing it depends on has changed:
// the pinned Node and pnpm, the dependencies in the lockfile, the launcher of commands, the bundle of the CLI.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { at, env, node, toolPackages, wantedNode } from "./environment.mjs";
import { buildLauncher, launcherProgram } from "./build-launcher.mjs";
import { bundleHash, installHash, launcherHash } from "./hashes.mjs";
import { withLock } from "./lock.mjs";
import { capture } from "./spawn.mjs";

/** A sentence for the person at the terminal: what went wrong and what to do next. */
export class SetupError extends Error {}

const steps = {
  tools: { stamp: at(".tools", "tools.stamp"), wanted: () => toolPackages.join(" "), run: fetchTools },
  install: { stamp: at("node_modules", ".skein.stamp"), wanted: installHash, run: install },
  launcher: { stamp: at(".tools", "launcher.stamp"), wanted: launcherHash, run: launcher },
  bundle: { stamp: at(".tools", "bundle.stamp"), wanted: bundleHash, run: bundle },
};

const read = (file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
const isDone = (step) => {
  const wanted = step.wanted();
  if (wanted === undefined) return true;
  if (step === steps.bundle && !existsSync(at("apps", "cli", "dist", "main.script"))) return false;
  const done = read(step.stamp);
  // Fetched tools may be more than this caller needs, when its own Node fits.
  return step === steps.tools ? wanted.split(" ").every((tool) => done?.includes(tool)) : done === wanted;
};

/**
 * Runs the named steps where needed; progress goes to stderr.
 *
 * @returns whether anything had to be done
 */
export async function setUp(names) {
  const needed = names.map((name) => steps[name]);
  if (needed.every(isDone)) return false;
  await withLock(at(".tools.lock"), async () => {
    for (const step of needed) {
      if (isDone(step)) continue;
      const wanted = step.wanted();
      await step.run();
      writeFileSync(step.stamp, wanted);
    }
  });
  return true;
}

async function fetchTools() {
  say(`fetching ${toolPackages.join(" and ")}`);
  const directory = at(".tools");
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  writeFileSync(at(".tools", "package.json"), '{ "private": true, "allowScripts": { "pnpm": true } }\n');
  const { exitCode, output } = await capture(
    "npm",
    [
      "install",
      ...toolPackages,
      ..."--no-save --no-package-lock --no-audit --no-fund --loglevel=error".split(" "),
      ..."--include=optional --ignore-scripts=false --workspaces=false".split(" "),
    ],
    { cwd: directory, env: { ...retries("npm_config_fetch_"), ...env } },
  );
  if (exitCode !== 0)
    throw new SetupError(explain(`npm could not fetch ${toolPackages.join(" and ")}`, output));
  for (const [command, args] of [
    [node, ["--version"]],
    ["pnpm", ["--version"]],
  ]) {
    const trial = await capture(command, args, { cwd: directory, env });
    if (trial.exitCode === 0) continue;
    throw new SetupError(
      `The fetched ${command === node ? "Node" : "pnpm"} does not run on this machine (${lastLine(trial.output)}).\n` +
        `Put Node ${wantedNode} with a recent npm on PATH yourself, then run the same command again.`,
    );
  }
}

async function install() {
  say("installing dependencies");
  const { exitCode, output } = await capture(
    "pnpm",
    ["install", "--frozen-lockfile", "--trust-lockfile", "--reporter=append-only"],
    { cwd: at(), env: { CI: "true", ...retries("pnpm_config_fetch_"), ...env } },
  );
  if (exitCode === 0) return;
  if (output.includes("OUTDATED_LOCKFILE")) {
    throw new SetupError(
      "pnpm-lock.yaml does not match the package.json files.\n" +
        "Run `npm run x -- pnpm install`, commit pnpm-lock.yaml, then run the same command again.",
    );
  }
  throw new SetupError(explain("pnpm could not install the dependencies", output));
}

/** Never fails: without it commands are started as everywhere else. */
async function launcher() {
  if (launcherProgram() === undefined) return;
  say("building the launcher of commands");
  const problem = await buildLauncher();
  if (problem !== undefined) say(`it is left out, commands start more slowly: ${problem}`);
}

async function bundle() {
  say("bundling the CLI");
  // A bundle that comes out of turbo's cache is put beside the chunks of the last one.
  for (const app of ["cli", "web-app"]) rmSync(at("apps", app, "dist"), { recursive: true, force: true });
  const { exitCode, output } = await capture(
    "turbo",
    ["run", "bundle", "--output-logs=errors-only", "--log-prefix=none"],
    {
      cwd: at(),
      env,
    },
  );
  if (exitCode === 0) return;
  const shown = output.split("\n").filter((line) => !/^\s+at /.test(line));
  throw new SetupError(
    `${shown.join("\n").trim()}\nThe CLI could not be bundled: fix the error above, then run the same command again.`,
  );
}

/** Few and short, so that a machine without a network is told so within seconds. */
function retries(prefix) {
  return {
    [`${prefix}retries`]: "2",
    [`${prefix}retry_mintimeout`]: "1000",
    [`${prefix}retry_maxtimeout`]: "5000",
  };
}

function explain(what, output) {
  if (/spawn npm ENOENT|npm(\.cmd)?: not found/.test(output)) {
    return `${what}: there is no npm on PATH.\nInstall Node with npm, then run the same command again.`;
  }
  const network = output.match(
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|dns error|error sending request|fetch failed/i,
  );
  if (network) {
    return (
      `${what}: the package registry cannot be reached (${network[0]}).\n` +
      "Check the network and the proxy settings, then run the same command again."
    );
  }
  if (/ENOSPC/.test(output))
    return `${what}: the disk is full.\nFree about 1 GB, then run the same command again.`;
  if (/EBADENGINE|Unsupported engine|unknown option/i.test(output)) {
    return `${what}: this npm is too old.\nUpdate it (npm 10 or newer comes with Node 20), then run the same command again.`;
  }
  const shown = output.trim().split("\n").slice(-15).join("\n");
  return `${shown}\n${what}: see the lines above. Fix the cause, then run the same command again.`;
}

const lastLine = (text) => text.trim().split("\n").at(-1);

function say(what) {
  console.error(`[setup] ${what}`);
}
