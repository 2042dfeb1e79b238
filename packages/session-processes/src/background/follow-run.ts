import { SkeinError, type AgentEvent, type RunResult } from "@skein/protocol";
import type { LiveSession } from "@skein/host";
import { lostRun } from "@skein/host/sessions";
import { resultOfEvents } from "./run-result.ts";

/**
 * Tells the run that is on, from its beginning to its end, and adds nothing to it.
 *
 * @param left - aborted, the run goes on without this reader.
 * @returns `undefined` when it was left, or when no run is on.
 */
export async function followRun(
  session: LiveSession,
  left: AbortSignal,
  tell: (event: AgentEvent) => void,
): Promise<RunResult | undefined> {
  if (!session.isRunning()) return undefined;
  const resultOf = resultOfEvents(session.id);
  try {
    for await (const event of session.events(0, left)) {
      if (event.type === "entry") continue;
      tell(event);
      const result = resultOf(event);
      if (result) return result;
    }
    return undefined;
  } catch (error) {
    if (!SkeinError.is(error) || error.code !== "gone") throw error;
    return lostRun(session.id, error);
  }
}
