import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Rules } from "./ignore-rules.ts";
import { realPath } from "./state.ts";
import { statsAt } from "./stats.ts";

/**
 * Where the repositories around and in a folder keep what they know: each `.git`, and where it leads when it is a file,
 * as in a worktree or a submodule. Absolute, each once.
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
  // What lies in another one is kept with it.
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
  const [, leads] = /^gitdir: (.+?)\s*$/.exec(textOf(place)) ?? [];
  if (leads === undefined) return [place];
  const folder = realPath(resolve(dirname(place), leads));
  const common = textOf(join(folder, "commondir")).trim();
  const all = [place, folder, ...(common === "" ? [] : [realPath(resolve(folder, common))])];
  return all.filter((one) => statsAt(one) !== undefined);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** What lies in a git folder for a moment only, and means nothing later. */
const transient = /(?:^|\/)(?:fsmonitor--daemon[^/]*|gc\.pid|tmp_obj_[^/]*|[^/]*\.lock)$/;
/** What git has stored, each by its hash: that more is there than before does no harm. */
const stored = /^(?:modules\/.+\/)?objects(?:\/|$)/;

/** @param withObjects - whether what git has stored is looked at too. */
export function gitRules(withObjects: boolean): Rules {
  const rules: Rules = {
    key: withObjects ? "git with objects" : "git",
    ignores: (path) => transient.test(path) || (!withObjects && stored.test(path)),
    enter: () => rules,
  };
  return rules;
}
