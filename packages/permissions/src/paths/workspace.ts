import { namesIn, realPath } from "./path-parts.ts";
import type { ReachedPath } from "./reached-paths.ts";

/** Whether every place that a path may lead to is in the working folder, or is it. */
export function isConfinedTo({ places }: ReachedPath, cwd: string): boolean {
  const folders = [...new Set([cwd, realPath(cwd)])].map(namesIn);
  return places.every((place) => {
    const names = namesIn(place);
    return folders.some((folder) => folder.every((name, at) => names[at] === name));
  });
}
