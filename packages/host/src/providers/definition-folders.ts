import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectFile } from "@skein/settings";
import type { Machine } from "../machine.ts";

/** Where the user's definitions are. */
export function definitionsFolder({ directories }: Pick<Machine, "directories">): string {
  return join(directories.config, "providers");
}

export interface ProjectDefinitions {
  /** Absolute. */
  readonly project: string;
  readonly folder: string;
}

/** Where the project in `cwd` has its own. */
export function projectDefinitions(cwd: string): ProjectDefinitions {
  const project = dirname(dirname(projectFile(cwd)));
  return { project, folder: join(project, ".skein", "providers") };
}

/** Asked before every run, so that who has none does not wait for a reader. */
export function hasDefinitions(machine: Machine, cwd: string): boolean {
  return existsSync(definitionsFolder(machine)) || existsSync(projectDefinitions(cwd).folder);
}
