import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Rules } from "./ignore-rules.ts";
import { realPath } from "../state.ts";
import { statsAt } from "../stats.ts";

/**
 * The git folders of the repositories around and in a folder: each `.git`, and its target when it is a file, as in a
 * worktree or submodule. Absolute, each once.
 *
 * @param base - a real path. @param found - paths of `.git`, absolute or relative to it.
 */
export function gitPlaces(base: string, found: readonly string[]): readonly string[] {
  const places = new Set<string>();
  const above = repositoryAbove(base);
  for (const place of [
    ...(above === undefined ? [] : [above]),
    ...found.map((path) => resolve(base, path)),
  ]) {
    for (const one of placesOf(place)) places.add(one);
  }
  // A folder inside another one is captured with it.
  return [...places]
    .filter((place) => ![...places].some((other) => place.startsWith(`${other}/`)))
    .toSorted();
}

function repositoryAbove(base: string): string | undefined {
  for (let folder = base; ; folder = dirname(folder)) {
    const place = join(folder, ".git");
    if (statsAt(place)) return place;
    if (dirname(folder) === folder) return undefined;
  }
}

function placesOf(place: string): readonly string[] {
  const stats = statsAt(place);
  if (!stats?.isFile()) return stats?.isDirectory() ? [place] : [];
  const [, leads] = /^gitdir: (.+?)\s*$/.exec(readOrEmpty(place)) ?? [];
  if (leads === undefined) return [place];
  const folder = realPath(resolve(dirname(place), leads));
  const common = readOrEmpty(join(folder, "commondir")).trim();
  const all = [place, folder, ...(common === "" ? [] : [realPath(resolve(folder, common))])];
  return all.filter((one) => statsAt(one) !== undefined);
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Temporary files in a git folder. */
const transient = /(?:^|\/)(?:fsmonitor--daemon[^/]*|gc\.pid|tmp_obj_[^/]*|[^/]*\.lock)$/;
/** Git's objects, each named by its hash: additional ones do no harm. */
const stored = /^(?:modules\/.+\/)?objects(?:\/|$)/;

/** @param withObjects - whether git's objects are included. */
export function gitRules(withObjects: boolean): Rules {
  const rules: Rules = {
    key: withObjects ? "git with objects" : "git",
    ignores: (path) => transient.test(path) || (!withObjects && stored.test(path)),
    enter: () => rules,
  };
  return rules;
}
