import { randomUUID } from "node:crypto";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** How the temporary files end that stand beside what is being written. */
const temporaryEnd = ".skein-new";

/**
 * Puts text into a file, whole or not at all: written beside it under a name of its own, flushed, renamed. Its folder
 * must be there. A new file is its owner's alone; one that is there keeps its mode, and a link stays a link.
 *
 * @param options.isPrivate - the file becomes its owner's alone also when it was not, and takes the place of a link.
 */
export async function writeWhole(
  path: string,
  text: string,
  { isPrivate = false }: { readonly isPrivate?: boolean } = {},
): Promise<void> {
  const target = isPrivate ? path : await realpath(path).catch(() => path);
  const before = isPrivate ? undefined : await stat(target).catch(() => undefined);
  const beside = join(dirname(target), `.${basename(target)}.${randomUUID()}${temporaryEnd}`);
  try {
    await using file = await open(beside, "wx", 0o600);
    await file.writeFile(text);
    await file.chmod(before ? before.mode & 0o777 : 0o600);
    await file.sync();
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

export function isTemporaryFile(name: string): boolean {
  return name.endsWith(temporaryEnd);
}
