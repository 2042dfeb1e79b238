import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anthropicServer } from "../../packages/provider-conformance/src/servers/index.ts";
import { codeBlocks } from "../readmes/code-blocks.ts";
import { packAll, type Packed } from "./pack.ts";
import { buildLibraries, publishedMembers } from "./published.ts";
import { fetchRegistry, startRegistry, type Registry } from "./registry.ts";
import { publish } from "./publish.ts";
import { runIn } from "./run-in.ts";
import { webProblem } from "./web-answers.ts";
import { changelogProblem } from "./changelogs.ts";

// node tools/packages/rehearse.ts: publishes every package to a registry on this machine, installs them from it as their
// users do, and uses them. Prints a table; 1 when a step failed. Nothing leaves the machine, nothing of it stays.
const root = process.cwd();
const folder = mkdtempSync(join(tmpdir(), "skein-release-"));
const rows: string[] = [];
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

process.exitCode = (await rehearse()) ? 0 : 1;
console.log(`\n${rows.join("\n")}`);

async function rehearse(): Promise<boolean> {
  let packed: readonly Packed[] = [];
  const prepared =
    (await step("versions and changelogs", () => changelogProblem(root))) &&
    (await step("build", () => buildLibraries(root))) &&
    (await step("pack", async () => {
      packed = await packAll(publishedMembers(root), join(folder, "tarballs"));
      return packed.find(({ problem }) => problem !== undefined)?.problem;
    })) &&
    (await step("fetch a registry", fetchRegistry));
  if (!prepared) return false;
  await using registry = await startRegistry(join(folder, "registry"));
  const published = await step(`publish ${packed.length} packages`, () => publish(packed, registry, folder));
  return (
    published &&
    (await useCommand(registry)) &&
    (await useLibrary(registry)) &&
    (await makeExtension(registry))
  );
}

/** What a terminal user does first, in an empty home. */
async function useCommand({ npmrc }: Registry): Promise<boolean> {
  const [home, prefix, work] = ["home", "prefix", "work"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [home, prefix, work]) mkdirSync(path);
  const env = { PATH: process.env["PATH"], HOME: home };
  const skein = join(prefix, process.platform === "win32" ? "skein.cmd" : "bin/skein");
  const { version } = JSON.parse(readFileSync("apps/cli/package.json", "utf8")) as { version: string };
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const says = async (wanted: string, ...args: string[]) => {
    const { ok, output } = await runIn({ cwd: work, env }, skein, ...args);
    return ok && output.includes(wanted) ? undefined : `does not say ${JSON.stringify(wanted)}:\n${output}`;
  };
  return (
    (await step("npm install -g @skein/cli", async () => {
      const args = ["install", "--global", "--prefix", prefix, "--userconfig", npmrc, ...quiet, "@skein/cli"];
      const { ok, output } = await runIn({ cwd: work, env }, "npm", ...args);
      return ok ? undefined : output;
    })) &&
    (await step("skein --version", () => says(version, "--version"))) &&
    (await step("skein --help", () => says("skein configure", "--help"))) &&
    (await step("skein demo", () => says("3 passed, 0 failed", "demo"))) &&
    (await step("skein web", () => webProblem(skein, { cwd: work, env })))
  );
}

/** What an app builder does first: installs what the README names, and runs its program against a scripted model. */
async function useLibrary({ npmrc }: Registry): Promise<boolean> {
  const project = join(folder, "project");
  mkdirSync(project);
  const readme = readFileSync("README.md", "utf8");
  const [program = ""] = codeBlocks(readme);
  const [, install = ""] = /^npm install (@skein\/agent .*)$/m.exec(readme) ?? [];
  writeFileSync(join(project, "package.json"), '{ "name": "project", "private": true, "type": "module" }\n');
  writeFileSync(join(project, "program.ts"), `${program}console.log(outcome, JSON.stringify(output));\n`);
  const turns = [call("weather", { city: "Oslo" }), call("final_output", { celsius: 12 })];
  await using model = await anthropicServer(
    () => turns.shift() ?? { parts: [{ type: "text", text: "No more turns." }] },
  );
  const env = {
    PATH: process.env["PATH"],
    HOME: join(folder, "home"),
    ANTHROPIC_API_KEY: "rehearsal",
    ANTHROPIC_BASE_URL: model.url,
  };
  return (
    (await step(`npm install ${install}`, async () => {
      const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
      const { ok, output } = await runIn(
        { cwd: project, env },
        "npm",
        "install",
        "--userconfig",
        npmrc,
        ...quiet,
        ...install.split(" "),
      );
      return ok && install !== "" ? undefined : output;
    })) &&
    (await step("the program of README.md", async () => {
      const { ok, output } = await runIn({ cwd: project, env }, process.execPath, "program.ts");
      return ok && output.trim() === 'done {"celsius":12}' ? undefined : output;
    }))
  );
}

/** What an extension's author does first: makes a package, and runs its tests with what it depends on. */
async function makeExtension({ npmrc }: Registry): Promise<boolean> {
  const parent = join(folder, "extensions");
  mkdirSync(parent);
  const env = { PATH: process.env["PATH"], HOME: join(folder, "home"), npm_config_userconfig: npmrc };
  const says = async (cwd: string, wanted: string, ...args: string[]) => {
    const { ok, output } = await runIn({ cwd, env }, "npm", ...args);
    return ok && output.includes(wanted) ? undefined : output;
  };
  const made = join(parent, "my-tools");
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  return (
    (await step("npm create @skein/extension my-tools", () =>
      says(parent, "Made ", "create", "--yes", "@skein/extension", "my-tools"),
    )) &&
    (await step("npm install in my-tools", () => says(made, "", "install", ...quiet))) &&
    (await step("npm test in my-tools", () => says(made, "fail 0", "test"))) &&
    (await step("npm run build in my-tools", () => says(made, "", "run", "build")))
  );
}

function call(name: string, input: Readonly<Record<string, string | number>>) {
  return { parts: [{ type: "tool-call", id: `call_${name}`, name, input }] } as const;
}

/** Runs a step, and adds its line to the table. */
async function step(name: string, work: () => Promise<string | undefined>): Promise<boolean> {
  const started = performance.now();
  const problem = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  rows.push(`${problem === undefined ? "passed" : "FAILED"}  ${name.padEnd(70)} ${seconds.padStart(6)} s`);
  if (problem !== undefined) console.log(`--- ${name} ---\n${problem}\n`);
  return problem === undefined;
}
