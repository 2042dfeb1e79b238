import type { Redactor } from "@skein/protocol";
import type { ScrubTarget } from "@skein/runtime";
import type { ListedSession } from "@skein/sessions";
import { keptKeys, machineRedactor, type RedactorSources } from "./machine-redactor.ts";

/**
 * Sessions with what is secret in the folder of each; one redactor for each folder.
 *
 * @param cwd - the folder of sessions that do not say theirs, and the one whose providers' keys count.
 */
export async function scrubTargets(
  sources: RedactorSources,
  chosen: readonly ListedSession[],
  cwd: string,
): Promise<readonly ScrubTarget[]> {
  const keys = await keptKeys(sources, cwd);
  const redactors = new Map<string, Promise<Redactor>>();
  return Promise.all(
    chosen.map(async (line) => {
      const folder = ("summary" in line ? line.summary.cwd : undefined) ?? cwd;
      const redactor = redactors.get(folder) ?? machineRedactor(sources, folder, keys);
      redactors.set(folder, redactor);
      return { session: line.session, redactor: await redactor };
    }),
  );
}
