import { SessionError } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import type { Machine } from "@skein/host";
import { findSession } from "@skein/host/sessions";
import { clusterQueue } from "./cluster.ts";

/**
 * As `findSession`, and by its id a run too that waits in the queue: its session has not begun. Throws `SessionError`
 * `not-found`.
 */
export async function findRun(
  machine: Machine,
  sessions: Pick<Sessions, "list">,
  word: string | undefined,
  cwd: string,
): Promise<string> {
  try {
    return await findSession({ sessions }, word, cwd);
  } catch (error) {
    if (word === undefined || !SessionError.is(error) || error.code !== "not-found") throw error;
    await using queue = await clusterQueue(machine);
    if (!(await queue?.find(word))) throw error;
    return word;
  }
}
