import { readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { isMissing } from "@skein/platform/files";
import { makeFolders } from "@skein/platform/folders";

/** Where blobs are kept that are too large for the database. All machines that share the database must see the same. */
export interface LargeBlobs {
  /** Where it is, for messages. */
  readonly name: string;
  put(session: string, hash: string, bytes: Uint8Array): Promise<void>;
  get(session: string, hash: string): Promise<Uint8Array | undefined>;
  remove(session: string, hash: string): Promise<void>;
}

/** In a folder, which a network file system may share between machines. */
export function fileBlobs(folder: string): LargeBlobs {
  const pathOf = (session: string, hash: string): string => join(folder, session, hash);
  return {
    name: folder,
    async put(session, hash, bytes) {
      makeFolders(join(folder, session), 0o700);
      const fresh = join(folder, session, `${randomUUID()}.new`);
      await writeFile(fresh, bytes, { mode: 0o600, flush: true });
      await rename(fresh, pathOf(session, hash));
    },
    get: (session, hash) =>
      readFile(pathOf(session, hash)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),
    async remove(session, hash) {
      await rm(pathOf(session, hash), { force: true });
      await rmdir(join(folder, session)).catch(() => undefined); // it has others
    },
  };
}
