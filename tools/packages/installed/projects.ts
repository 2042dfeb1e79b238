import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Dependencies } from "../../structure/workspace.ts";
import { runIn } from "../run-in.ts";
import { codeEntries, declaredDependencies } from "./packed-package.ts";
import type { PackedPackage } from "./packed-package.ts";
import { readReadme } from "./readme.ts";

/** A project of a stranger, outside of this repository. */
export interface Project {
  readonly folder: string;
  readonly dependencies: Dependencies;
}

export interface Projects {
  /** Has the package and what its manifest declares; its one file imports every entry. */
  readonly entries: Project;
  /** Has what the README says to install; its files are the README's programs. */
  readonly readme: Project;
}

/** Files that the projects hold, by what is in them. */
export const entriesFile = "entries.ts";
export const programFile = (index: number): string => `program-${index + 1}.ts`;

/** Writes two projects for each package. */
export function writeProjects(
  folder: string,
  packages: readonly PackedPackage[],
): ReadonlyMap<PackedPackage, Projects> {
  const tarballs = tarballsOf(packages);
  const ranges = Object.assign(
    {},
    ...packages.map(({ manifest }) => ({ ...manifest.devDependencies, ...declaredDependencies(manifest) })),
    tarballs,
  ) as Dependencies;
  const projects = packages.map((checked) => {
    const { installs, programs } = readReadme(checked);
    const path = (kind: string) => join(folder, kind, checked.name.replace("/", "__"));
    const peers = { ...checked.manifest.peerDependencies, ...pick(ranges, [checked.name]) };
    const entries = writeProject(path("entries"), peers);
    const imports = codeEntries(checked).map(
      ({ specifier }, index) => `export * as entry${index} from "${specifier}";\n`,
    );
    writeFileSync(join(entries.folder, entriesFile), imports.join("") || "export {};\n");
    const readme = writeProject(path("readme"), pick(ranges, installs));
    for (const [index, { code }] of programs.entries()) {
      writeFileSync(join(readme.folder, programFile(index)), code);
    }
    return [checked, { entries, readme }] as const;
  });
  return new Map(projects);
}

/** A package of others that no manifest of ours has a range for comes as its newest version. */
function pick(ranges: Dependencies, names: readonly string[]): Dependencies {
  return Object.fromEntries(names.map((name) => [name, ranges[name] ?? "*"]));
}

function writeProject(folder: string, dependencies: Dependencies): Project {
  mkdirSync(folder, { recursive: true });
  const name = folder.split(/[\\/]/).slice(-2).join("-").replace("@", "");
  const manifest = { name, private: true, type: "module", dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  return { folder, dependencies };
}

function tarballsOf(packages: readonly PackedPackage[]): Dependencies {
  return Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
}

/** Optional packages that a checkout leaves out, too: libraries for graphics cards, of hundreds of megabytes. */
function leftOut(): Dependencies {
  const workspace = new URL("../../../pnpm-workspace.yaml", import.meta.url);
  const { overrides } = parse(readFileSync(workspace, "utf8")) as { readonly overrides: Dependencies };
  return Object.fromEntries(Object.entries(overrides).filter(([, range]) => range === "-"));
}

/**
 * Installs all projects at once. No package is hoisted: each reaches only those that its manifest names.
 *
 * @param nodeTypes - range of `@types/node`, which the programs of strangers have as well.
 * @returns what went wrong.
 */
export async function installProjects(
  folder: string,
  packages: readonly PackedPackage[],
  nodeTypes: string,
): Promise<string | undefined> {
  const overrides = { ...leftOut(), ...tarballsOf(packages), "@types/node": nodeTypes };
  const settings = {
    packages: ["entries/*", "readme/*"],
    nodeLinker: "isolated",
    hoistPattern: ["@types/*"],
    overrides,
    pmOnFail: "ignore",
    ignoreScripts: true,
    strictDepBuilds: false,
  };
  const devDependencies = { "@types/node": nodeTypes };
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "strangers", private: true, devDependencies }),
  );
  // JSON is YAML.
  writeFileSync(join(folder, "pnpm-workspace.yaml"), JSON.stringify(settings));
  const { ok, output } = await runIn(
    { cwd: folder },
    "pnpm",
    "install",
    "--prefer-offline",
    "--no-frozen-lockfile",
  );
  return ok ? undefined : output;
}
