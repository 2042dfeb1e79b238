import { mkdir, rm } from "node:fs/promises";
import type { ReadEntry } from "tar";
import { checkArchive } from "./check-archive.ts";
import { feedArchive, type Archive } from "./feed-archive.ts";
import { archiveLimits } from "./limits.ts";
import { loadTar } from "../../later.ts";

/**
 * Makes a folder with the files of an archive. Of their modes only whether they can be executed is kept. Throws `ConfigError`, and
 * then there is no folder.
 *
 * @param folder - absolute, must not exist; the folder that it is in must.
 */
export async function unpackArchive(archive: Archive, folder: string): Promise<void> {
  await checkArchive(archive);
  const { UnpackSync } = await loadTar();
  await mkdir(folder, { mode: 0o700 });
  const unpack = new UnpackSync({ cwd: folder, strict: true, preserveOwner: false, noMtime: true });
  unpack.prependListener("entry", (entry: ReadEntry) => {
    const isExecutable = entry.type === "Directory" || ((entry.mode ?? 0) & 0o100) !== 0;
    entry.mode = isExecutable ? 0o755 : 0o644;
  });
  try {
    await feedArchive(archive, unpack, archiveLimits);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
