import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { strictestOptions } from "../outside-project.ts";
import { runIn } from "../run-in.ts";
import type { PackedPackage } from "./packed-package.ts";
import type { Column, PackageProblem } from "./problem.ts";
import { entriesFile, programFile } from "./projects.ts";
import type { Projects } from "./projects.ts";
import { missingInstalls, readReadme } from "./readme.ts";

/** The compilers of strangers: the newest of each major version that is in use, by column. */
export const compilers = [
  { column: "TS 5.9", package: "typescript-5.9" },
  { column: "TS 6", package: "typescript-6" },
  { column: "TS 7", package: "typescript" },
] as const satisfies readonly { readonly column: Column; readonly package: string }[];

export type Compiler = (typeof compilers)[number];

/** Writes the configuration of one program that holds the entries of all packages, and all programs of READMEs. */
export function writeTypeProgram(folder: string, projects: ReadonlyMap<PackedPackage, Projects>): void {
  const files = [...projects].flatMap(([checked, { entries, readme }]) => [
    join(entries.folder, entriesFile),
    // A program whose imports are not installed is a problem of the README already.
    ...readReadme(checked).programs.flatMap(({ code }, index) =>
      missingInstalls(code, readme.dependencies).length > 0 ? [] : [join(readme.folder, programFile(index))],
    ),
  ]);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: strictestOptions, files }));
}

const errorLine = /^(\S.*)\((\d+),\d+\): error (TS\d+): (.*)$/gm;

/** Compiles the program that `writeTypeProgram` wrote. */
export async function checkTypes(
  folder: string,
  projects: ReadonlyMap<PackedPackage, Projects>,
  compiler: Compiler,
): Promise<readonly PackageProblem[]> {
  const tsc = fileURLToPath(new URL(`../../../node_modules/${compiler.package}/bin/tsc`, import.meta.url));
  const { ok, output } = await runIn(
    { cwd: folder, longestMs: 0 },
    process.execPath,
    tsc,
    "-p",
    ".",
    "--pretty",
    "false",
  );
  const problems = [...output.matchAll(errorLine)].map(([, file = "", line = "1", code = "", text = ""]) => ({
    ...locate(folder, projects, file, Number(line)),
    columns: [compiler.column],
    what: `${text} (${code})`,
    fix: fixes[code] ?? "correct the declaration",
  }));
  if (ok || problems.length > 0) return problems;
  const whole = {
    package: "@skein/*",
    file: "tsconfig.json",
    line: 1,
    what: output.trim(),
    fix: "see the output",
  };
  return [{ ...whole, columns: [compiler.column] }];
}

const fixes: Readonly<Record<string, string>> = {
  TS2307: "declare the package in the dependencies, or do not name it in a declaration",
  TS2688: "declare the package of types in the dependencies",
  TS7016: "declare the package of types in the dependencies (npm: @types/…)",
};

/** The package that a file belongs to: in the store of installed packages, or one of the two projects of a package. */
function locate(
  folder: string,
  projects: ReadonlyMap<PackedPackage, Projects>,
  file: string,
  line: number,
): { readonly package: string; readonly file: string; readonly line: number } {
  const path = file.replaceAll("\\", "/");
  const [, owner, inside] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(path) ?? [];
  if (owner !== undefined && inside !== undefined) return { package: owner, file: inside, line };
  for (const [checked, { entries, readme }] of projects) {
    const isIn = (project: string) => path.startsWith(`${relative(folder, project).replaceAll("\\", "/")}/`);
    if (isIn(entries.folder)) return { package: checked.name, file: "package.json", line: 1 };
    if (!isIn(readme.folder)) continue;
    const index = readReadme(checked).programs.findIndex((_, at) => path.endsWith(`/${programFile(at)}`));
    const start = readReadme(checked).programs[index]?.line ?? 1;
    return { package: checked.name, file: "README.md", line: start + line - 1 };
  }
  return { package: "@skein/*", file: path, line };
}
