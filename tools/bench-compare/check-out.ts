import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface CheckOut extends AsyncDisposable {
  /** Absolute. */
  readonly root: string;
}

/**
 * What was fetched, and nothing else that is kept beside it: that the launcher and the bundle were built here does not mean
 * that they are there.
 */
function shareTools(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to);
  symlinkSync(join(from, "node_modules"), join(to, "node_modules"));
  for (const file of ["package.json", "tools.stamp"]) copyFileSync(join(from, file), join(to, file));
}

/** A revision in a worktree of its own, set up and bundled; it is removed at the end. Fetched tools are shared. */
export async function checkOut(revision: string, here: string): Promise<CheckOut> {
  const folder = mkdtempSync(join(tmpdir(), "skein-bench-base-"));
  const root = join(folder, "checkout");
  const remove = async (): Promise<void> => {
    await run("git", ["worktree", "remove", "--force", root], { cwd: here }).catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await run("git", ["worktree", "add", "--quiet", "--detach", root, revision], { cwd: here });
    shareTools(join(here, ".tools"), join(root, ".tools"));
    console.error(`setting up ${revision} in ${root}`);
    await run(process.execPath, ["scripts/run.mjs", "setup"], { cwd: root, maxBuffer: 16_000_000 });
  } catch (error) {
    await remove();
    throw error;
  }
  return { root, [Symbol.asyncDispose]: remove };
}
