import type { AgentEvent, EntryOf } from "@skein/protocol";
import type { Runtime } from "@skein/runtime";
import { collectEntries } from "./chat/collect-entries.ts";

export interface Unsettled {
  readonly runtime: Runtime;
  readonly session: string;
  /** Ids of calls that had started and had no result when the run began. */
  readonly calls: readonly string[];
}

/**
 * The events of a run that goes on after a kill, with the start of each call that was open, before anything else is told:
 * subagents go on in it, and its end comes before the first turn.
 */
export async function* withSettledCalls(
  run: AsyncIterable<AgentEvent>,
  { runtime, session, calls }: Unsettled,
): AsyncGenerator<AgentEvent> {
  let isStarted = calls.length === 0;
  for await (const event of run) {
    yield event;
    if (isStarted) continue;
    isStarted = true;
    for (const entry of await collectEntries(runtime.sessions.entries(session))) {
      if (entry.kind === "tool-intent" && calls.includes(entry.callId)) yield startOf(session, entry);
    }
  }
}

function startOf(session: string, intent: EntryOf<"tool-intent">): AgentEvent {
  const { seq, callId, tool, extension, effect, input } = intent;
  return { session, path: [], seq, type: "tool-start", callId, tool, extension, effect, input };
}
