import { lstatSync } from "node:fs";
import { join, relative } from "node:path";
import { isInside } from "@skein/platform/folders";

/** What is mounted over a part of something writable. */
export interface Cover {
  readonly path: string;
  /**
   * `keep`: mounted on itself, so that it cannot be renamed and replaced; stays writable. `read-only`: what is there stays as
   * it is.
   */
  readonly kind: "keep" | "read-only";
}

/**
 * Protects paths within writable folders. What does not exist cannot be mounted over, and nothing is made for that purpose:
 * it is checked after the call, and so is a link.
 *
 * @returns outer ones first: a mount hides what was mounted below it before.
 */
export function coversFor(protect: readonly string[], writable: readonly string[]): readonly Cover[] {
  const covers = new Map<string, Cover["kind"]>();
  for (const path of new Set(protect)) {
    const root = writable.filter((folder) => isInside(path, folder)).toSorted(longerFirst)[0];
    if (root === undefined) continue;
    if (root === path) covers.set(path, "read-only");
    else
      for (const cover of wayTo(path, root))
        if (covers.get(cover.path) !== "read-only") covers.set(cover.path, cover.kind);
  }
  const all = [...covers].map(([path, kind]) => ({ path, kind }));
  return all
    .filter(({ path }) => !all.some((other) => isCoveredBy(path, other)))
    .toSorted((a, b) => a.path.length - b.path.length);
}

function isCoveredBy(path: string, other: Cover): boolean {
  return other.path !== path && other.kind === "read-only" && isInside(path, other.path);
}

function longerFirst(a: string, b: string): number {
  return b.length - a.length;
}

function* wayTo(path: string, root: string): Generator<Cover> {
  const names = relative(root, path).split("/");
  for (const [index] of names.entries()) {
    const here = join(root, ...names.slice(0, index + 1));
    const stat = lstatSync(here, { throwIfNoEntry: false });
    if (stat === undefined || stat.isSymbolicLink()) return;
    yield { path: here, kind: index === names.length - 1 ? "read-only" : "keep" };
    if (!stat.isDirectory()) return;
  }
}
