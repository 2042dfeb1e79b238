import { SkeinError, textOf, type AgentEvent, type RunResult } from "@skein/protocol";
import { lostRun } from "../owner-socket/owner-calls.ts";
import type { LiveSession } from "../sessions/live/live-session.ts";

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
  let text = "";
  let toolCalls = 0;
  try {
    for await (const event of session.events(0, left)) {
      if (event.type === "entry") continue;
      tell(event);
      if (event.path.length > 0) continue;
      if (event.type === "run-start") [text, toolCalls] = ["", 0];
      else if (event.type === "message") text = textOf(event.content) || text;
      else if (event.type === "tool-start") toolCalls++;
      else if (event.type === "outcome") {
        const { outcome, error, turns, usage, costUsd, costIsEstimate, durationMs } = event;
        return {
          session: session.id,
          outcome,
          text,
          turns,
          toolCalls,
          usage,
          durationMs,
          ...(error ? { error } : {}),
          ...(costUsd === undefined ? {} : { costUsd }),
          ...(costIsEstimate ? { costIsEstimate } : {}),
        };
      }
    }
    return undefined;
  } catch (error) {
    if (!SkeinError.is(error) || error.code !== "gone") throw error;
    return lostRun(session.id, error);
  }
}
