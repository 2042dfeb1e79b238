import type { AgentEvent, Entry, EntryOf } from "@skein/protocol";
import type { Runtime } from "@skein/runtime";
import { collectEntries } from "./chat/collect-entries.ts";

export interface Unsettled {
  readonly runtime: Runtime;
  readonly session: string;
  /** Ids of calls that had started and had no result when the run began. */
  readonly calls: readonly string[];
}

/**
 * The events of a run that goes on after a kill, with the calls that were open: each starts before anything else is told,
 * since subagents go on in it, and has ended before the first turn.
 */
export async function* withSettledCalls(
  run: AsyncIterable<AgentEvent>,
  { runtime, session, calls }: Unsettled,
): AsyncGenerator<AgentEvent> {
  const read = async () => openedCalls(await collectEntries(runtime.sessions.entries(session)), calls);
  let [isStarted, isSettled] = calls.length === 0 ? [true, true] : [false, false];
  const ended = new Set<string>();
  for await (const event of run) {
    const isTurn = event.type === "turn-start";
    if (!isSettled && event.path.length === 0 && (isTurn || event.seq !== undefined)) {
      isSettled = isTurn;
      for (const { result, intent } of await read()) {
        // What stands in the journal before this event is told before it.
        if (!result || ended.has(result.callId) || result.seq > (event.seq ?? Infinity)) continue;
        ended.add(result.callId);
        yield endOf(session, intent, result);
      }
    }
    yield event;
    if (isStarted) continue;
    isStarted = true;
    for (const { intent } of await read()) yield startOf(session, intent);
  }
}

interface OpenedCall {
  readonly intent: EntryOf<"tool-intent">;
  readonly result: EntryOf<"tool-result"> | undefined;
}

function openedCalls(entries: readonly Entry[], calls: readonly string[]): readonly OpenedCall[] {
  const results = new Map(
    entries.flatMap((entry) => (entry.kind === "tool-result" ? [[entry.callId, entry] as const] : [])),
  );
  return entries
    .filter((entry) => entry.kind === "tool-intent")
    .filter(({ callId }) => calls.includes(callId))
    .map((intent) => ({ intent, result: results.get(intent.callId) }));
}

function startOf(session: string, intent: EntryOf<"tool-intent">): AgentEvent {
  const { seq, callId, tool, extension, effect, input } = intent;
  return { session, path: [], seq, type: "tool-start", callId, tool, extension, effect, input };
}

function endOf(
  session: string,
  { tool }: EntryOf<"tool-intent">,
  { seq, callId, content, failure, durationMs }: EntryOf<"tool-result">,
): AgentEvent {
  const failed = failure ? { failure: failure.kind } : {};
  return { session, path: [], seq, type: "tool-end", callId, tool, content, durationMs, ...failed };
}
