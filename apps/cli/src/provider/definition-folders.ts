import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { directories, projectFile } from "@skein/settings";

/** Where the user's definitions are. Throws `ConfigError` when there is no home folder. */
export function definitionsFolder(): string {
  return join(directories({ env: process.env }).config, "providers");
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
export function hasDefinitions(cwd: string): boolean {
  return existsSync(definitionsFolder()) || existsSync(projectDefinitions(cwd).folder);
}
