import { rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { recordFile } from "./edits/edit-record.ts";
import { outputFile, stateFile } from "./shell/state.ts";

/**
 * Removes what a call keeps in its folder for `recover`, and the folder if nothing else is in it. For a call whose
 * result is kept elsewhere and does not name these files.
 */
export function removeRecoveryFiles(folder: string): void {
  for (const name of [stateFile, outputFile, recordFile]) rmSync(join(folder, name), { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it, or another call's clean-up was faster.
  }
}
