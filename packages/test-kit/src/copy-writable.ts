import { cp, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * Copies the content of a folder without the modes of folders: below a read-only one, only root could change or
 * remove the copies.
 */
export async function copyWritable(from: string, to: string): Promise<void> {
  await mkdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyWritable(source, target);
    else await cp(source, target);
  }
}
