import { randomUUID } from "node:crypto";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { flushHandle } from "@skein/platform/files";

/** Suffix of temporary files. */
const temporaryEnd = ".skein-new";

/**
 * Writes a file atomically: to a temporary file that is flushed and renamed. Its folder must exist. A new file is
 * accessible to its owner only; an existing one keeps its mode, and a link stays a link.
 *
 * @param options.isPrivate - restricts an existing file to its owner too, and replaces a link.
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
    await flushHandle(file);
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

export function isTemporaryFile(name: string): boolean {
  return name.endsWith(temporaryEnd);
}
