import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensurePrivateFolder } from "@skein/settings";
import type { Machine } from "../machine.ts";

/**
 * Whether something was never said to this user on this machine; from now on it was. What cannot be noted, since nothing
 * can be written, is said again.
 *
 * @param notice - a name for it, in letters and hyphens.
 */
export async function isFirstTime({ directories }: Machine, notice: string): Promise<boolean> {
  const folder = join(directories.state, "said");
  try {
    await ensurePrivateFolder(folder);
    await writeFile(join(folder, notice), "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "EEXIST";
  }
}
