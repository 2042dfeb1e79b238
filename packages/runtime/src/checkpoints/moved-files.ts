import type { FileCheckpoints } from "@skein/checkpoints";
import { ConfigError, type Entry } from "@skein/protocol";
import type { SessionStore } from "@skein/sessions";

/**
 * Brings a folder that is as every machine makes it to where its session left it, on whichever machine that was.
 *
 * @returns the snapshot of the folder as it was made, for `AgentSettings.movesFrom`. Throws `ConfigError` when the folder is
 *   too large to be kept.
 */
export async function bringFiles(
  journals: SessionStore,
  checkpoints: FileCheckpoints,
  session: string,
  folder: string,
): Promise<string> {
  const { id: base, scope, reason } = await checkpoints.capture(folder);
  if (scope !== "tree")
    throw new ConfigError(
      "usage",
      `${folder} cannot move to other machines: ${reason ?? "it is too large"}.`,
    );
  let last: string | undefined;
  for await (const entry of journals.read(session, 1, ["checkpoint"]))
    if (entry.kind === "checkpoint") last = entry.snapshot;
  if (last === undefined) return base;
  if (await checkpoints.receive(last, (hash) => journals.blob(session, hash)))
    await checkpoints.restore(last, folder);
  return base;
}

/** Gets the snapshots that another machine has published, so that a session's changes can be shown here. */
export async function receivePublished(
  journals: SessionStore,
  checkpoints: FileCheckpoints,
  session: string,
): Promise<FileCheckpoints> {
  const entries: Entry[] = await Array.fromAsync(journals.read(session, 1, ["checkpoint"]));
  for (const entry of entries)
    if (entry.kind === "checkpoint")
      await checkpoints.receive(entry.snapshot, (hash) => journals.blob(session, hash)).catch(() => false);
  return checkpoints;
}
