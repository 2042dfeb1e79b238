import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates a folder and its missing parents. Use it in place of a recursive `mkdir`, which never ends below folders in
 * which nothing can be created, such as /proc.
 *
 * @param mode - of what is created, whatever the umask. Default: what the umask leaves.
 */
export async function makeFolders(folder: string, mode?: number): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (dirname(folder) !== folder) await makeFolders(dirname(folder), mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    const wasFaster = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (wasFaster) return;
    throw error;
  }
  if (mode !== undefined) await chmod(folder, mode);
}
