import { join } from "node:path";
import { listPaths } from "../developer/list-paths.ts";
import { ignoredBy } from "../developer/ignore-files/ignored-by.ts";

/** The files and folders of a project, to be found by a few letters. */
export interface ProjectFiles {
  /**
   * Paths from the folder, those of folders with a slash at the end, without what `.gitignore` leaves out. Lists them when
   * they are first asked for; later it answers at once, and lists again beside that when they are some seconds old.
   */
  paths(): Promise<readonly string[]>;
  /** Whether no ignore file keeps it from the model. */
  isShown(path: string): boolean;
}

/** A larger project is searched as far as that. */
const mostFiles = 100_000;
const freshMs = 5_000;

/** @param folder - absolute. */
export function projectFiles(folder: string): ProjectFiles {
  let known: readonly string[] | undefined;
  let listing: Promise<readonly string[]> | undefined;
  let listedAt = -Infinity;

  async function list(): Promise<readonly string[]> {
    try {
      const found = await listPaths(["--files"], folder, mostFiles, new AbortController().signal);
      const files = found.paths.map((path) => path.replace(/^\.\//, ""));
      known = [...foldersOf(files), ...files];
    } catch {
      known ??= []; // without the list, a path can be typed all the same
    } finally {
      listing = undefined;
      listedAt = performance.now();
    }
    return known;
  }

  return {
    async paths() {
      if (performance.now() - listedAt > freshMs) listing ??= list();
      return known ?? (await listing) ?? [];
    },
    isShown: (path) => ignoredBy(join(folder, path)) === undefined,
  };
}

function foldersOf(files: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const file of files) {
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      const path = file.slice(0, end + 1);
      if (folders.has(path)) break;
      folders.add(path);
    }
  }
  return folders;
}
