import { lstatSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { harmlessCommonFolder, isWithin } from "./git-folder.ts";
import { isPlaceholder, makePlaceholder, releasePlaceholders } from "./placeholders.ts";
import { SandboxError } from "./port.ts";
import type { RemoveFolder } from "./removed-folders.ts";

/** What is mounted over a part of something writable. */
interface Cover {
  readonly path: string;
  /**
   * `keep`: mounted on itself, so that it cannot be renamed and replaced; stays writable. `read-only`: what is there
   * stays as it is. `empty`: nothing was there, and nothing can be put there.
   */
  readonly kind: "keep" | "read-only" | "empty";
}

interface Covers {
  /** Outer ones first: a mount hides what was mounted below it before. */
  readonly covers: readonly Cover[];
  readonly release: () => void;
}

/** Protects paths within writable folders, also those that do not exist yet. */
export function coversFor(
  protect: readonly string[],
  writable: readonly string[],
  removeFolder: RemoveFolder,
): Covers {
  const covers = new Map<string, Cover["kind"]>();
  const made: string[] = [];
  const release = () => releasePlaceholders(made.splice(0), removeFolder);
  try {
    for (const path of new Set(protect)) {
      const root = writable.filter((folder) => isWithin(path, folder)).toSorted(longerFirst)[0];
      if (root === undefined) continue;
      if (root === path) covers.set(path, "read-only");
      else for (const cover of wayTo(path, root, made)) covers.set(cover.path, stronger(cover, covers));
    }
  } catch (error) {
    release();
    throw error;
  }
  const all = [...covers].map(([path, kind]) => ({ path, kind }));
  const needed = all.filter(
    ({ path }) =>
      !all.some((other) => other.path !== path && other.kind !== "keep" && isWithin(path, other.path)),
  );
  return { covers: needed.toSorted((a, b) => a.path.length - b.path.length), release };
}

function longerFirst(a: string, b: string): number {
  return b.length - a.length;
}

function stronger({ path, kind }: Cover, covers: ReadonlyMap<string, Cover["kind"]>): Cover["kind"] {
  const before = covers.get(path);
  return before === undefined || before === "keep" ? kind : before;
}

function* wayTo(path: string, root: string, made: string[]): Generator<Cover> {
  const names = relative(root, path).split("/");
  for (const [index] of names.entries()) {
    const here = join(root, ...names.slice(0, index + 1));
    const isLast = index === names.length - 1;
    const stat = lstatSync(here, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink()) {
      throw new SandboxError(
        `The sandbox cannot protect ${here}: it is a symbolic link, and a command could replace it. Replace it by what it points to, or turn the sandbox off.`,
      );
    }
    if (stat === undefined || isPlaceholder(here)) {
      const text = basename(here) === "commondir" ? harmlessCommonFolder : textOfMissing(here);
      if (makePlaceholder(here, text)) made.push(here);
      return yield { path: here, kind: text === undefined ? "empty" : "read-only" };
    }
    yield { path: here, kind: isLast ? "read-only" : "keep" };
    if (!stat.isDirectory()) return;
  }
}

/**
 * Where programs read a file, an empty one says nothing and a folder is an error to them: settings of Git, and what is in a
 * home folder. In a project it is a folder, which Git does not see.
 */
const files =
  /^config(\.worktree)?$|rc$|(^\.|_)(profile|login|logout|zshenv|gitconfig|history|pgpass|credentials|my\.cnf|vault-token|databrickscfg|claude\.json)$|^\.z(profile|login|logout)$|^\.bash_|^(credentials|settings)\.|\.properties$|^\.yarnrc\.yml$/;

function textOfMissing(path: string): string | undefined {
  return files.test(basename(path)) ? "" : undefined;
}
