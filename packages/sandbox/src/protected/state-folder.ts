import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** A folder in the one for the sandbox's own files, whose parent has to exist; made for its owner alone. Throws. */
export function folderIn(state: string, ...names: readonly string[]): string {
  let folder = state;
  for (const name of ["", ...names]) {
    folder = join(folder, name);
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
  return folder;
}
