import {
  describeFailure,
  isFailure,
  type Entry,
  type ToolCallPart,
  type ToolOutcome,
  type ToolResultEntry,
} from "@skein/protocol";
import type { Emit } from "../events/emit.ts";

/**
 * Emits a `tool-end` event for each tool result that was written.
 *
 * @param called - the tool that ran, where that is known. Default: what the model called, which may have led to another.
 */
export function emitToolResults(emit: Emit, written: readonly Entry[], called?: string): void {
  for (const entry of written) {
    if (entry.kind !== "tool-result") continue;
    const { seq, callId, name, content, durationMs, failure, structured, artifacts, app } = entry;
    const more = {
      ...(failure ? { failure: failure.kind } : {}),
      ...(structured === undefined ? {} : { structured }),
      ...(artifacts ? { artifacts } : {}),
      ...(app ? { app } : {}),
    };
    emit({ type: "tool-end", callId, tool: called ?? name, content, durationMs, ...more }, seq);
  }
}

/** The journal entry for a call's outcome; this is where a failure becomes text for the model. */
export function resultEntry(call: ToolCallPart, outcome: ToolOutcome, durationMs: number): ToolResultEntry {
  const head = { kind: "tool-result", callId: call.id, name: call.name, durationMs } as const;
  if (isFailure(outcome)) {
    const text = describeFailure(call.name, outcome);
    return { ...head, content: [{ type: "text", text }], failure: outcome };
  }
  const { content, structured, artifacts, app, reports } = outcome;
  return {
    ...head,
    content,
    ...(structured === undefined ? {} : { structured }),
    ...(artifacts ? { artifacts } : {}),
    ...(app ? { app } : {}),
    ...(reports ? { reports } : {}),
  };
}
