import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { statsAt } from "./entries.ts";

/**
 * Links above each path are resolved, the path itself is not: whether it is a link matters. Many are in the same folder, which
 * is looked up once in a call.
 */
export function resolvedParents(paths: readonly string[]): readonly string[] {
  const known = new Map<string, string>();
  const folder = (path: string): string => {
    const real = known.get(path) ?? lookUp(path);
    known.set(path, real);
    return real;
  };
  const lookUp = (path: string): string => {
    try {
      return realpathSync.native(path);
    } catch {
      return statsAt(path) ? path : withParent(path);
    }
  };
  const withParent = (path: string) => join(folder(dirname(path)), basename(path));
  return paths.map(withParent);
}
