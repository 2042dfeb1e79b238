import type { AgentEvent, Entry } from "@skein/protocol";
import type { Runtime } from "@skein/runtime";
import { collectEntries } from "./chat/collect-entries.ts";

export interface Unsettled {
  readonly runtime: Runtime;
  readonly session: string;
  /** Ids of calls that had started and had no result when the run began. */
  readonly calls: readonly string[];
}

/** The events of a run that goes on after a kill, and before its first turn what became of the calls that were open. */
export async function* withSettledCalls(
  run: AsyncIterable<AgentEvent>,
  { runtime, session, calls }: Unsettled,
): AsyncGenerator<AgentEvent> {
  let isDue = calls.length > 0;
  for await (const event of run) {
    if (isDue && event.type === "turn-start") {
      isDue = false;
      yield* settledCalls(await collectEntries(runtime.sessions.entries(session)), { session, calls });
    }
    yield event;
  }
}

function* settledCalls(
  entries: readonly Entry[],
  { session, calls }: Pick<Unsettled, "session" | "calls">,
): Generator<AgentEvent> {
  const intents = new Map(
    entries.flatMap((entry) => (entry.kind === "tool-intent" ? [[entry.callId, entry] as const] : [])),
  );
  for (const entry of entries) {
    if (entry.kind !== "tool-result" || !calls.includes(entry.callId)) continue;
    const intent = intents.get(entry.callId);
    if (!intent) continue;
    const { callId, tool, extension, effect, input } = intent;
    const { content, failure, durationMs, seq } = entry;
    const head = { session, path: [] };
    yield { ...head, seq: intent.seq, type: "tool-start", callId, tool, extension, effect, input };
    const failed = failure ? { failure: failure.kind } : {};
    yield { ...head, seq, type: "tool-end", callId, tool, content, durationMs, ...failed };
  }
}
