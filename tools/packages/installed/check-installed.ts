import { mkdirSync } from "node:fs";
import { inLanes } from "../../campaigns/runner/in-lanes.ts";
import { checkTypes, compilers, writeTypeProgram } from "./check-types.ts";
import { importEntries } from "./import-entries.ts";
import { missingTypes } from "./missing-types.ts";
import { codeEntries } from "./packed-package.ts";
import type { PackedPackage } from "./packed-package.ts";
import type { PackageProblem } from "./problem.ts";
import { installProjects, writeProjects } from "./projects.ts";
import { runReadme } from "./run-readme.ts";
import type { ReadmeResult } from "./run-readme.ts";
import type { Row } from "./table.ts";
import { undeclaredImports } from "./undeclared-imports.ts";

export interface InstalledOptions {
  /** An empty folder outside of every project. */
  readonly folder: string;
  /** Version of `@types/node`. */
  readonly nodeTypes: string;
  /** By package. Default: `readmeNeeds`. */
  readonly needs?: Readonly<Record<string, string>>;
}

/** Installs packages as strangers do, and uses each: its imports, its entries, the programs of its README, its types. */
export async function checkInstalled(
  packages: readonly PackedPackage[],
  { folder, nodeTypes, needs }: InstalledOptions,
): Promise<{ readonly rows: readonly Row[]; readonly problems: readonly PackageProblem[] }> {
  mkdirSync(folder, { recursive: true });
  const projects = writeProjects(folder, packages);
  writeTypeProgram(folder, projects);
  const failure = await installProjects(folder, packages, nodeTypes);
  if (failure !== undefined) throw new Error(`The packages cannot be installed:\n${failure}`);

  const problems: PackageProblem[] = [];
  const readmes = new Map<PackedPackage, ReadmeResult>();
  const compile = compilers.map((compiler) => async () => {
    problems.push(...(await checkTypes(folder, projects, compiler)));
  });
  const use = [...projects].map(([checked, { entries, readme }]) => async () => {
    problems.push(...undeclaredImports(checked), ...missingTypes(checked, entries));
    problems.push(...(await importEntries(checked, entries)));
    const result = await runReadme(checked, readme, needs);
    readmes.set(checked, result);
    problems.push(...result.problems);
  });
  await inLanes([...compile, ...use], 2, async (work) => await work());
  const others = new Set(problems.map(({ package: name }) => name));
  for (const { name } of packages) others.delete(name);
  return {
    rows: [
      ...packages.map((checked) => rowOf(checked, readmes.get(checked))),
      ...[...others].map((name) => ({ package: name, cells: {} })),
    ],
    problems,
  };
}

function rowOf(checked: PackedPackage, readme: ReadmeResult | undefined): Row {
  const entries = codeEntries(checked).length;
  const types = entries === 0 ? {} : { entries: String(entries), "TS 5.9": "ok", "TS 6": "ok", "TS 7": "ok" };
  return { package: checked.name, cells: { imports: "ok", ...types, ...readmeCell(readme) } };
}

function readmeCell(result: ReadmeResult | undefined): { readonly README?: string } {
  const { ran = 0, needs = [] } = result ?? {};
  const parts = [...(ran > 0 ? [`${ran} ran`] : []), ...needs.map((need) => `needs ${need}`)];
  return parts.length === 0 ? {} : { README: parts.join(", ") };
}
