import { isInside } from "@skein/platform/folders";
import { projectFolders, type PlaceOptions, type RecipePlace } from "../places.ts";
import { githubRepository, type Repository } from "./repository.ts";
import { namedRepository, type GithubSettings } from "./settings.ts";

export interface FindRecipeOptions extends PlaceOptions {
  /** Absent: nothing is looked for outside this machine. */
  readonly github?: GithubSettings;
}

export interface GithubPlace {
  readonly place: RecipePlace;
  readonly repository: Repository;
}

/** @returns `undefined` when no repository is named. Throws `ConfigError` for an invalid name. */
export function githubPlace(options: FindRecipeOptions): GithubPlace | undefined {
  const { github, env, cwd, home } = options;
  const named = github && namedRepository(github, env);
  if (!named) return undefined;
  const root = projectFolders(cwd).at(-1) ?? cwd;
  // Who works in the home folder, or above it, has the programs of the user in it.
  const untrusted = root === "/" || (home !== undefined && isInside(home, root)) ? undefined : root;
  return {
    place: { kind: "github", where: named.repository, by: named.by },
    repository: githubRepository({ ...github, env, repository: named.repository, untrusted }),
  };
}
