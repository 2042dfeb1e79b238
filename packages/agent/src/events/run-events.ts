import type { AgentEvent } from "@skein/protocol";
import type { CompleteParts } from "../agent-parts.ts";
import { createBroadcast } from "./broadcast.ts";
import type { Emit } from "./emit.ts";
import { mergeEvents } from "./merge-events.ts";

/** The events of one run, without secrets. */
export interface RunEvents {
  readonly emit: Emit;
  /** Passes on an event, of the run or of a subagent. */
  readonly publish: (event: AgentEvent) => void;
  /** @param onLeave - called when this reader leaves before the end, with the number of remaining readers. */
  read(onLeave: (remaining: number) => void): AsyncGenerator<AgentEvent, void>;
  /** The run is over: later events are events between runs. */
  end(): void;
}

export function createRunEvents(
  parts: Pick<CompleteParts, "redact" | "onEvent" | "onEventBetweenRuns" | "session">,
): RunEvents {
  const events = createBroadcast<AgentEvent>(mergeEvents);
  let isOver = false;
  const publish = (event: AgentEvent) => {
    const { session, path } = event;
    // Deltas are redacted already: a secret split across deltas could not be found here.
    const redacted = "delta" in event ? event : { ...parts.redact(event), session, path };
    parts.onEvent?.(redacted);
    if (isOver) parts.onEventBetweenRuns(redacted);
    else events.push(redacted);
  };
  return {
    publish,
    emit: (event, seq) =>
      publish({ session: parts.session, path: [], ...(seq === undefined ? {} : { seq }), ...event }),
    read: (onLeave) => events.read(onLeave),
    end() {
      isOver = true;
      events.end();
    },
  };
}
