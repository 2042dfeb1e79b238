import { rmSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import { join } from "node:path";
import { recordFile } from "./edits/edit-record.ts";
import { outputFile, stateFile } from "./shell/state.ts";

/**
 * Removes what a call keeps in its folder for `recover`, and the folder if nothing else is in it. For a call whose
 * result is kept elsewhere and does not name these files.
 */
export async function removeRecoveryFiles(folder: string): Promise<void> {
  for (const name of [stateFile, outputFile, recordFile]) rmSync(join(folder, name), { force: true });
  // Not in the main thread: it waits for the file system's own journal.
  await rmdir(folder).catch(() => undefined); // something else is in it, or another clean-up was faster
}
