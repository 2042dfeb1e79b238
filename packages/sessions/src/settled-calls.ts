import type { AgentEvent, Entry, EntryOf } from "@skein/protocol";

interface SettledCalls {
  readonly session: string;
  /** Ids of calls that had started and had no result when the run began; see `openEnd`. */
  readonly calls: readonly string[];
  /** Of the session. */
  readonly entries: () => AsyncIterable<Entry>;
}

/**
 * The events of a run that goes on after a kill, with the start of each call that was open, before anything else is told:
 * subagents go on in it, and its end comes before the first turn.
 */
export function withSettledCalls(
  run: AsyncIterable<AgentEvent>,
  unsettled: SettledCalls,
): AsyncIterable<AgentEvent> {
  return unsettled.calls.length === 0 ? run : withStarts(run, unsettled);
}

async function* withStarts(
  run: AsyncIterable<AgentEvent>,
  { session, calls, entries }: SettledCalls,
): AsyncGenerator<AgentEvent> {
  let isStarted = false;
  for await (const event of run) {
    yield event;
    if (isStarted) continue;
    isStarted = true;
    for await (const entry of entries())
      if (entry.kind === "tool-intent" && calls.includes(entry.callId)) yield startOf(session, entry);
  }
}

function startOf(session: string, intent: EntryOf<"tool-intent">): AgentEvent {
  const { seq, callId, tool, extension, effect, input } = intent;
  return { session, path: [], seq, type: "tool-start", callId, tool, extension, effect, input };
}
