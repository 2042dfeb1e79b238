import { rmSync } from "node:fs";
import { join } from "node:path";
import { madeFolder, type MadeRecords } from "./made-folder.ts";

/** Removes what is written down of a session that is no longer there. Throws. */
export function forgetMade({ state, session }: MadeRecords): void {
  rmSync(join(state, ...madeFolder(session)), { recursive: true, force: true });
}
