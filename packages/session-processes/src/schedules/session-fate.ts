import { exitCodes, SessionError } from "@skein/protocol";
import type { Sessions } from "@skein/runtime";
import type { SessionFate } from "@skein/schedules";

/**
 * What became of the session of a slot whose daemon died: by who is at it, then by its journal.
 *
 * @param isRunning - whether somebody is at a session.
 */
export async function sessionFate(
  sessions: Pick<Sessions, "list">,
  session: string,
  isRunning: (session: string) => Promise<boolean>,
): Promise<SessionFate> {
  // In this order: a process that ends in between has written its journal.
  if (await isRunning(session)) return { state: "running" };
  const line = (await sessions.list(session)).find((one) => one.session === session);
  if (!line) return { state: "none" };
  if (!("summary" in line)) throw new SessionError("damaged", line.damaged);
  const { state, costUsd, hasUnknownCost } = line.summary;
  if (state === undefined) return { state: "none" };
  if (state === "running") return { state };
  if (state === "interrupted") return { state: "open" };
  const end = { outcome: state, exitCode: exitCodes[state], ...(hasUnknownCost ? {} : { costUsd }) };
  return { state: "ended", end };
}
