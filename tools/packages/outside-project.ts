import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "../checks/run-step.ts";
import type { StepResult } from "../checks/run-step.ts";

/** A project outside of this repository, which installs tarballs as others install packages. */
export interface OutsideProject {
  readonly folder: string;
  /** Paths by package name: all of them, so that none comes from a registry. */
  readonly tarballs: Readonly<Record<string, string>>;
  /** Names of our packages that it asks for itself. */
  readonly installs: readonly string[];
  /** Versions of packages of others, besides the compiler and the types of Node. */
  readonly others: Readonly<Record<string, string>>;
  /** What is compiled. */
  readonly include: readonly string[];
}

/** Installs, compiles with the strictest settings, libraries included, and runs a program of Node with its arguments. */
export async function runOutside(project: OutsideProject, program: readonly string[]): Promise<StepResult> {
  const { folder, tarballs, installs, others, include } = project;
  mkdirSync(folder, { recursive: true });
  const overrides = Object.fromEntries(
    Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]),
  );
  const ours = Object.fromEntries(installs.map((name) => [name, overrides[name]]));
  const dependencies = { ...ours, "@types/node": "^24.19.2", typescript: "7.0.2", ...others };
  const manifest = { name: "outside", private: true, type: "module", dependencies, overrides };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: strictestOptions, include }),
  );
  const install = ["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error"];
  const commands = [install, ["tsc", "-p", folder], [process.execPath, ...program]];
  return await runStep({ name: "outside project", commands }, false);
}

/** The strictest settings of a program, libraries included. */
export const strictestOptions = {
  target: "es2024",
  lib: ["es2024", "esnext.disposable"],
  module: "nodenext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
};
