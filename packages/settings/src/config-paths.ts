import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { foldersOfProject } from "./project-folders.ts";

/** The kind of config file; stronger layers first. */
export type FileLayer = "project" | "user" | "extra" | "system";

export interface ConfigPath {
  readonly path: string;
  readonly layer: FileLayer;
  /** A file that was named explicitly must exist; the others may be missing. */
  readonly isRequired: boolean;
  /** Whether its values may loosen what is allowed. */
  readonly isTrusted: boolean;
}

export interface ConfigPathsOptions {
  /** Absolute. */
  readonly cwd: string;
  /** The user's config folder: see `directories`. */
  readonly config: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the user trusts the project in `cwd`. Default false. */
  readonly isProjectTrusted?: boolean;
}

/** The config files, the strongest first. */
export function configPaths({
  cwd,
  config,
  env,
  isProjectTrusted = false,
}: ConfigPathsOptions): readonly ConfigPath[] {
  return [
    { ...found("project", projectFile(cwd)), isTrusted: isProjectTrusted },
    ...userConfigPaths({ cwd, config, env }),
  ];
}

/** Those that belong to no project: the user's own, and the machine's. */
export function userConfigPaths({
  cwd,
  config,
  env,
}: Omit<ConfigPathsOptions, "isProjectTrusted">): readonly ConfigPath[] {
  const extra = (env["SKEIN_EXTRA_CONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  return [
    found("user", join(config, "config.yaml")),
    ...extra.map((path) => ({
      ...found("extra", isAbsolute(path) ? path : resolve(cwd, path)),
      isRequired: true,
    })),
    ...(process.platform === "win32" ? [] : [found("system", "/etc/skein/config.yaml")]),
  ];
}

function found(layer: FileLayer, path: string): ConfigPath {
  return { path, layer, isRequired: false, isTrusted: true };
}

/**
 * The nearest `.skein/config.yaml` from `cwd` up to the root of its repository. Outside a repository only `cwd`
 * counts: folders above it may belong to anyone.
 */
export function projectFile(cwd: string): string {
  const files = foldersOfProject(cwd).map((folder) => join(folder, ".skein", "config.yaml"));
  return files.findLast((file) => existsSync(file)) ?? join(cwd, ".skein", "config.yaml");
}
