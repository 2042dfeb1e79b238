import { locatedBlocks } from "../../readmes/code-blocks.ts";
import { lineAt } from "../../structure/source.ts";
import type { CodeBlock } from "../../readmes/code-blocks.ts";
import type { Dependencies } from "../../structure/workspace.ts";
import { importedPackages } from "./imported-packages.ts";
import type { ImportedPackage } from "./imported-packages.ts";
import type { PackedPackage } from "./packed-package.ts";

/** The instructions of a package's README: what to install, and the programs to run with it. */
export interface Readme {
  readonly programs: readonly CodeBlock[];
  readonly installs: readonly string[];
  /** Line of the install command; 1 when the README has none. */
  readonly installLine: number;
}

const installCommand = /^(?:npm install|pnpm add) (?!--global)(.+)$/gm;

/** A README without an install command is about its package alone. */
export function readReadme({ name, files }: PackedPackage): Readme {
  const text = files.get("README.md")?.toString() ?? "";
  const commands = [...text.matchAll(installCommand)];
  const words = commands.flatMap(([, list = ""]) => list.replace(/\s#.*$/, "").split(/\s+/));
  const installs = words.filter((word) => word !== "" && !word.startsWith("-"));
  return {
    programs: locatedBlocks(text),
    installs: commands.length === 0 ? [name] : installs,
    installLine: lineAt(text, commands[0]?.index ?? 0),
  };
}

/** The packages that a program imports from a project that has not installed them. */
export function missingInstalls(code: string, dependencies: Dependencies): readonly ImportedPackage[] {
  return importedPackages(code).filter(({ name }) => !(name in dependencies));
}
