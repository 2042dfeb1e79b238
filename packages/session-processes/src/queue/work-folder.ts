import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ensurePrivateFolder } from "@skein/settings";
import type { QueuedWork } from "@skein/queue-postgres";
import { checkOutCommit } from "@skein/checkpoints/worktrees";
import type { Host, Machine } from "@skein/host";
import { userGit } from "../worktrees/user-git.ts";
import { unpackKept } from "./archive/unpack-kept.ts";

export interface WorkFolder extends AsyncDisposable {
  readonly cwd: string;
  readonly movesFrom: string;
}

/**
 * A folder for one attempt of a run, with the files of its commit or archive and what the session has changed in them on any worker.
 * It is beside Skein's own folders, which tools may not write, and is removed when the attempt has ended. Throws
 * `ConfigError`.
 */
export async function openWorkFolder(
  machine: Machine,
  { sessions }: Pick<Host, "sessions">,
  session: string,
  work: QueuedWork,
): Promise<WorkFolder> {
  const parent = join(dirname(machine.directories.state), "skein-work");
  await ensurePrivateFolder(parent);
  const cwd = join(parent, session);
  await discard(cwd); // of an attempt that was killed; what of it still runs is moved away with it
  const git = userGit(machine);
  if ("commit" in work) await checkOutCommit(git, work, cwd);
  else await unpackKept(git, { sessions, session, ...work }, cwd);
  const movesFrom = await sessions.bringFiles(session, cwd);
  return { cwd, movesFrom, [Symbol.asyncDispose]: () => discard(cwd) };
}

async function discard(folder: string): Promise<void> {
  const aside = `${folder}.${randomUUID()}`;
  await rename(folder, aside).then(
    () => rm(aside, { recursive: true, force: true }),
    () => undefined,
  );
}
