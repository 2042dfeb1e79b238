import { describeFailure, type Entry, type EntryOf } from "@skein/protocol";
import { decider, jsonText } from "./content.ts";
import type { TraceParts } from "./model-calls.ts";
import { names, operations } from "./names.ts";
import type { Attributes, SpanHandle } from "./sink.ts";

interface OpenCall {
  readonly span: SpanHandle;
  readonly at: number;
}

/**
 * A span for each tool call: from its intent to its result. A call that was never executed has a span from its decision
 * on, so that a denial is seen where it happened.
 */
export function traceToolCalls({ sink, common, content, logs, span }: TraceParts) {
  const open = new Map<string, OpenCall>();
  const decided = new Map<string, EntryOf<"decision">>();

  function start(callId: string, tool: string, at: number, more: Attributes): OpenCall {
    const decision = decided.get(callId);
    const started = sink.startSpan({
      name: `${operations.tool} ${tool}`,
      kind: "internal",
      at,
      parent: span(),
      attributes: {
        [names.operation]: operations.tool,
        [names.tool]: tool,
        [names.toolCall]: callId,
        ...common,
        ...(decision
          ? { [names.verdict]: decision.verdict, [names.decidedBy]: decider(decision.by, content) }
          : {}),
        ...more,
      },
    });
    const begun = { span: started, at };
    // One that is begun again, after a crash, was cut off before.
    open.get(callId)?.span.end(at, { type: "cut-off" });
    open.set(callId, begun);
    return begun;
  }

  function begin({ callId, tool, at, extension, effect, input }: EntryOf<"tool-intent">): void {
    start(callId, tool, at, {
      [names.toolType]: "function",
      [names.extension]: extension,
      [names.effect]: effect,
      [names.toolArguments]: content ? jsonText(input) : undefined,
    });
  }

  function end(entry: EntryOf<"tool-result">): void {
    const { callId, name, at, durationMs, failure, recovered } = entry;
    // One that a process before this one has begun took at least as long as its tool.
    const since = decided.get(callId)?.at ?? at - durationMs;
    const begun = open.get(callId) ?? start(callId, name, since, {});
    const type = failure?.kind;
    begun.span.set({
      [names.recovered]: recovered,
      [names.toolResult]: content ? jsonText(entry.content) : undefined,
    });
    begun.span.end(at, type === undefined ? undefined : { type });
    open.delete(callId);
    decided.delete(callId);
    const attributes = {
      [names.operation]: operations.tool,
      [names.tool]: name,
      ...(type === undefined ? {} : { [names.errorType]: type }),
    };
    sink.record({ metric: "toolDuration", value: durationMs / 1000, attributes });
    if (!failure) return;
    const message = describeFailure(name, failure);
    logs.failure(
      {
        at,
        level: "warning",
        type: failure.kind,
        message,
        attributes: { ...attributes, [names.toolCall]: callId },
      },
      begun.span,
    );
    sink.record({ metric: "faults", value: 1, attributes });
  }

  return {
    call: (callId: string): SpanHandle | undefined => open.get(callId)?.span,
    add(entry: Entry): void {
      if (entry.kind === "decision") decided.set(entry.callId, entry);
      else if (entry.kind === "tool-intent") begin(entry);
      else if (entry.kind === "tool-result") end(entry);
    },
    /** Ends what has no result: the run is over. */
    cutOff(at: number): void {
      for (const { span: left } of open.values()) left.end(at, { type: "cut-off" });
      open.clear();
      decided.clear();
    },
  };
}
