import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageReports, reportProblems } from "../api/package-reports.ts";
import { runStep } from "../checks/run-step.ts";
import { emptyProjectProblem } from "./empty-project.ts";
import { checkInstalled } from "./installed/check-installed.ts";
import { readPackage } from "./installed/packed-package.ts";
import { formatProblems, formatTable } from "./installed/table.ts";
import { installedCliProblem } from "./installed-cli.ts";
import { outsideExtensionProblem } from "./outside-extension.ts";
import { outsideProviderProblem } from "./outside-provider.ts";
import { packAll } from "./pack.ts";
import type { Packed } from "./pack.ts";
import { buildLibraries, publishedMembers } from "./published.ts";
import { tarballProblems } from "./tarball-problems.ts";
import { readTarball } from "./tarball.ts";
import { inLanes } from "../campaigns/runner/in-lanes.ts";

// node tools/packages/check.ts: builds and packs every package that is published, looks at the tarballs, installs them as
// strangers do, and uses them. Ends with one line: N passed, N failed, N skipped.
const folder = mkdtempSync(join(tmpdir(), "skein-packages-"));

interface Tally {
  readonly passed: number;
  readonly failed: number;
}

try {
  const tallies = await checkAll();
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed, 0 skipped`);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function checkAll(): Promise<readonly Tally[]> {
  const problem = await buildLibraries(process.cwd());
  if (problem !== undefined) {
    console.log(problem);
    return [{ passed: 0, failed: 1 }];
  }
  const api = sameApi();
  const packed = await packAll(publishedMembers(process.cwd()), join(folder, "tarballs"));
  const published = await canBePublished(packed);
  if (packed.some(({ tarball }) => tarball === undefined)) return [api, published];
  return [api, published, await canBeUsed(packed), await worksForStrangers(packed)];
}

/** What the packages export is what their reports say, so that a change of it is seen in a review. */
function sameApi(): Tally {
  const reports = packageReports(process.cwd());
  const problems = reportProblems(process.cwd(), reports);
  for (const problem of problems) console.log(problem);
  console.log(
    `${reports.length - problems.length} of ${reports.length} packages export what their api.txt says.`,
  );
  return { passed: reports.length - problems.length, failed: problems.length };
}

async function canBePublished(packed: readonly Packed[]): Promise<Tally> {
  const problems = await inLanes(packed, 2, problemOf);
  for (const [index, problem] of problems.entries()) {
    if (problem !== undefined) console.log(`--- ${packed[index]?.member.folder} ---\n${problem}\n`);
  }
  const failed = problems.filter((problem) => problem !== undefined).length;
  const passed = packed.length - failed;
  console.log(
    `${passed} of ${packed.length} packages can be published${failed === 0 ? "." : "; fix the others."}`,
  );
  return { passed, failed };
}

async function worksForStrangers(packed: readonly Packed[]): Promise<Tally> {
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly devDependencies: { readonly "@types/node": string };
  };
  const { rows, problems } = await checkInstalled(packed.map(readPackage), {
    folder: join(folder, "strangers"),
    nodeTypes: devDependencies["@types/node"],
  });
  const { text, passed, failed } = formatTable(rows, problems);
  console.log(`\n${text}`);
  if (problems.length > 0) console.log(`\n${formatProblems(problems)}`);
  return { passed, failed };
}

async function problemOf({ member, tarball, problem }: Packed): Promise<string | undefined> {
  if (tarball === undefined) return problem;
  const problems = tarballProblems(member.kind, readTarball(tarball));
  if (problems.length > 0) return problems.join("\n");
  const commands = [
    ["publint", "run", tarball, "--strict"],
    ["attw", tarball, "--profile", "esm-only", "--no-definitely-typed"],
  ];
  const checked = await runStep({ name: "check", commands }, false);
  return checked.ok ? undefined : checked.output;
}

async function canBeUsed(packed: readonly Packed[]): Promise<Tally> {
  const tarballs = Object.fromEntries(
    packed.map(({ member, tarball = "" }) => [`@skein/${member.name}`, tarball]),
  );
  const emptyProject = emptyProjectProblem(join(folder, "empty"), tarballs);
  const outsideProvider = outsideProviderProblem(join(folder, "provider"), tarballs);
  const outsideExtension = outsideExtensionProblem(join(folder, "extension"), tarballs);
  const installed = installedCliProblem(join(folder, "cli"), tarballs["@skein/cli"] ?? "");
  const problems = await Promise.all([emptyProject, outsideProvider, installed, outsideExtension]);
  console.log(problems[0] ?? "An empty project compiles and runs with the tarballs.");
  console.log(problems[1] ?? "A provider of one's own conforms with the tarballs.");
  console.log(problems[2] ?? "The command installs from its tarball and does a task.");
  console.log(problems[3] ?? "A new extension compiles, and its tests pass with the tarballs.");
  const failed = problems.filter((problem) => problem !== undefined).length;
  return { passed: problems.length - failed, failed };
}
