import { cp, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";

const leftOut = new Set([".git", ".tools", ".turbo", "coverage", "dist", "reports"]);

/**
 * A copy of the repository in the system's temporary folder, as the files are on the disk. Mutants are planted there alone, so
 * whatever ends the run, the user's files are as they were. Installed packages are linked, the workspace's own point into the copy.
 *
 * @param hasBuilds - whether the copy has what was built, so that types are checked faster.
 */
export async function scratchCopy(root: string, hasBuilds = false) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "skein-mutate-")));
  await cp(root, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) =>
      (!leftOut.has(basename(path)) || (hasBuilds && basename(path) === "dist")) &&
      relative(root, path) !== "node_modules",
  });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
