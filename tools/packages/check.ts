import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runStep } from "../checks/run-step.ts";
import { readWorkspace } from "../structure/workspace.ts";
import type { Member } from "../structure/workspace.ts";
import { emptyProjectProblem } from "./empty-project.ts";

// node tools/packages/check.ts: builds and packs every package that is published, looks at the tarballs, and uses them.
const members = readWorkspace(process.cwd()).members;
const published = members.filter(({ kind, manifest }) => kind !== "examples" && manifest.private !== true);
const folder = mkdtempSync(join(tmpdir(), "skein-packages-"));
const tarballs: Record<string, string> = {};

try {
  process.exitCode = (await build()) && (await allFine()) && (await canBeUsed()) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** From scratch, so that no output of a deleted source is packed. */
async function build(): Promise<boolean> {
  const libraries = members.filter(({ kind }) => kind === "packages");
  for (const member of libraries) rmSync(join(member.folder, "dist"), { recursive: true, force: true });
  const { ok, output } = await runStep({ name: "build", commands: [["tsc", "-b", "--force"]] }, false);
  if (!ok) console.log(output);
  return ok;
}

async function allFine(): Promise<boolean> {
  const waiting = [...published];
  let broken = 0;
  const lane = async () => {
    for (let member = waiting.shift(); member !== undefined; member = waiting.shift()) {
      const problem = await problemOf(member);
      if (problem === undefined) continue;
      broken += 1;
      console.log(`--- ${member.folder} ---\n${problem}\n`);
    }
  };
  await Promise.all([lane(), lane()]);
  const good = published.length - broken;
  console.log(
    `${good} of ${published.length} packages can be published${broken === 0 ? "." : "; mend the others."}`,
  );
  return broken === 0;
}

async function problemOf(member: Member): Promise<string | undefined> {
  const target = mkdtempSync(join(folder, "tarball-"));
  const pack = ["pnpm", "--dir", member.folder, "pack", "--pack-destination", target];
  const packed = await runStep({ name: "pack", commands: [pack] }, false);
  if (!packed.ok) return packed.output;
  const tarball = join(target, readdirSync(target)[0]!);
  tarballs[`@skein/${member.name}`] = tarball;
  const commands = [
    ["publint", "run", tarball, "--strict"],
    ["attw", tarball, "--profile", "esm-only", "--no-definitely-typed"],
  ];
  const checked = await runStep({ name: "check", commands }, false);
  return checked.ok ? undefined : checked.output;
}

async function canBeUsed(): Promise<boolean> {
  const problem = await emptyProjectProblem(join(folder, "empty"), tarballs);
  console.log(problem ?? "An empty project compiles and runs with the tarballs.");
  return problem === undefined;
}
