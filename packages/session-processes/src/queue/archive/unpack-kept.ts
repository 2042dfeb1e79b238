import type { Sessions } from "@skein/runtime";
import { beginRepository, type Git } from "@skein/checkpoints/worktrees";
import { refusedArchive } from "./refused-archive.ts";
import { unpackArchive } from "./unpack-archive.ts";

interface KeptArchive {
  readonly sessions: Pick<Sessions, "blob">;
  readonly session: string;
  readonly archive: string;
  readonly name: string;
}

/**
 * Makes a folder of the archive that is in the blobs of a session: a repository of its own, so that none above it is taken for
 * its project. Throws `ConfigError`.
 */
export async function unpackKept(git: Git, kept: KeptArchive, folder: string): Promise<void> {
  const { sessions, session, archive, name } = kept;
  const bytes = await sessions.blob(session, archive);
  if (!bytes)
    throw refusedArchive(name, `session ${session} does not have it any more`, "Submit the run again.");
  await unpackArchive({ name, bytes }, folder);
  await beginRepository(git, folder, `Files of ${name}`);
}
