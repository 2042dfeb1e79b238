import { fdatasyncSync, fsyncSync } from "node:fs";

/** Errors of a file system that has no flush for this kind of file; anything else, such as EIO, is a failed write. */
const unsupported: ReadonlySet<unknown> = new Set(["EINVAL", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"]);

/**
 * Flushes an open file or folder to disk, where its file system can: some network and FUSE file systems cannot, mostly not
 * for folders. Throws if the flush failed.
 */
export function flush(descriptor: number, { dataOnly = false }: { readonly dataOnly?: boolean } = {}): void {
  try {
    if (dataOnly) fdatasyncSync(descriptor);
    else fsyncSync(descriptor);
  } catch (error) {
    ignoreUnsupported(error);
  }
}

/** Like `flush`, for a file handle. */
export async function flushHandle(handle: { sync(): Promise<void> }): Promise<void> {
  await handle.sync().catch(ignoreUnsupported);
}

function ignoreUnsupported(error: unknown): void {
  if (!(error instanceof Error && "code" in error && unsupported.has(error.code))) throw error;
}
