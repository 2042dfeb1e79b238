import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runStep } from "../checks/run-step.ts";
import { emptyProjectProblem } from "./empty-project.ts";
import { installedCliProblem } from "./installed-cli.ts";
import { outsideExtensionProblem } from "./outside-extension.ts";
import { outsideProviderProblem } from "./outside-provider.ts";
import { packAll } from "./pack.ts";
import type { Packed } from "./pack.ts";
import { buildLibraries, publishedMembers } from "./published.ts";
import { tarballProblems } from "./tarball-problems.ts";
import { readTarball } from "./tarball.ts";

// node tools/packages/check.ts: builds and packs every package that is published, looks at the tarballs, and uses them.
const folder = mkdtempSync(join(tmpdir(), "skein-packages-"));

try {
  process.exitCode = (await allWell()) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function allWell(): Promise<boolean> {
  const problem = await buildLibraries(process.cwd());
  if (problem !== undefined) {
    console.log(problem);
    return false;
  }
  const packed = await packAll(publishedMembers(process.cwd()), join(folder, "tarballs"));
  return (await canBePublished(packed)) && (await canBeUsed(packed));
}

async function canBePublished(packed: readonly Packed[]): Promise<boolean> {
  const waiting = [...packed];
  let broken = 0;
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const problem = await problemOf(next);
      if (problem === undefined) continue;
      broken += 1;
      console.log(`--- ${next.member.folder} ---\n${problem}\n`);
    }
  };
  await Promise.all([lane(), lane()]);
  const good = packed.length - broken;
  console.log(
    `${good} of ${packed.length} packages can be published${broken === 0 ? "." : "; fix the others."}`,
  );
  return broken === 0;
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

async function canBeUsed(packed: readonly Packed[]): Promise<boolean> {
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
  return problems.every((problem) => problem === undefined);
}
